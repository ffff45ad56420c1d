"""What Terazi is measured by: `make bench`."""
