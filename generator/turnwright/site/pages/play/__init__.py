"""The pages where systems are played: one for each, and a list of them."""
