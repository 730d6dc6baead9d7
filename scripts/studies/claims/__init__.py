"""Answers what the articles claim from the committed baselines."""
