"""Pages: a folder for each kind, which `site_map` lists, with its view model and template."""
