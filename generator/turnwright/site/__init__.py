"""The site: pages made from rulesets and recorded examples, the MkDocs plugin, the theme."""
