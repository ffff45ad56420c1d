"""The web site: pages in Turkish and English, rendered here, readable without a script.

A page's road: `site.pages` (an address -> a place) -> `answering` (304, or the place's `Shown`) -> template.
Each module below declares its `PLACES`; `site` joins them.
"""
