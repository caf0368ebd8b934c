"""From a model to a case that can be run: settings, start, all that is wrong at once."""
