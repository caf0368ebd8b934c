"""Looking at mechanisms: one page for files, the live window, notebooks and the documentation; the report.

The page itself is written in TypeScript (`viewer/` at the root); its built script and style sheet stand in `bundle/` here and are put into every file.
The folder is not called `view`, because `vazba.view` is a function that users call.
"""
