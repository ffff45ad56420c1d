// A comfort only: every page reads and works without it.
"use strict";
