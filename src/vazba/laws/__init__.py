"""Laws: what makes one force of one length and its rate; one file a law, one dispatch."""
