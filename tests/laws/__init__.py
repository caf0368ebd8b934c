"""Laws that every kind of element must satisfy, looped over the registry."""
