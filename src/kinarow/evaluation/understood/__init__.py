"""What a function comes to: a formula that equals it, its own calls, and what it forgets."""
