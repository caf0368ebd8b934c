"""Inverse dynamics: which efforts make a mechanism move as wanted; replay of them; where cables can hold a platform."""
