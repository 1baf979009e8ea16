"""Rules about notes and how they stand beside each other: TN2xx."""
