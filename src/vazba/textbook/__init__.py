"""Matrices and algorithms by their textbook names, for those who call them by hand."""
