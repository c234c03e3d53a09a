"""The subcommands that measure: benchmarks and the self-test."""
