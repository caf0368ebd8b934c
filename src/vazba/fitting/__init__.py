"""Parameters and results: how results change with parameters (`vz.sensitivity`), and which parameters measured columns tell (`vz.fit`)."""
