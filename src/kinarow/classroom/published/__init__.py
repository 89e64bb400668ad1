"""What a class gets to see: pages, gradebooks, the leaderboard."""
