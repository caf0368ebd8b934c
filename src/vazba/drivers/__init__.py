"""Drivers prescribe motion; importing this package registers them."""

from vazba.drivers import driver

__all__ = ["driver"]
