"""Pages: a folder for each kind, with its view model, its template and its own figures."""
