"""What results say about strength: Elo with intervals, standings, the sequential test."""
