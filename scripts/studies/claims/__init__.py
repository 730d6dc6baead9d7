"""Answers the articles' claims from the committed baselines."""
