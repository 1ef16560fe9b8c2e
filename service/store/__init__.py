"""Tables and queries; no rules."""
