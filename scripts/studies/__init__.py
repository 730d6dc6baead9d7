"""Studies of the project itself, run by hand or by CI; docs/studies/README.md lists them."""
