"""Players in processes of their own, so that whatever happens there costs no more than their
game."""
