"""Pictures, histories, stores and sites of keystroke-bench's runs: the code behind scripts/."""
