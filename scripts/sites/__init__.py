"""The pages of a site: what they show, and how."""
