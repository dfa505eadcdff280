"""Accounts: guests, logins, tokens and sessions, and who is asking."""
