"""The report: an evaluation function written up, as a document and in its printed forms."""
