"""Assembly, mobility and kinematic runs."""
