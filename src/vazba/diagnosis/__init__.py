"""Why a run could not go on, in the words of the model."""
