"""Addresses, TLS, proxies, and one request whose bytes arrive one piece at a time."""
