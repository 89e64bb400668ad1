"""The report: an evaluation function written up, as a document of plain data and its printed forms."""
