"""Text and files to records and reports, and back."""
