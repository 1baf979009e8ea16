"""Rules about files as a whole: TN1xx."""
