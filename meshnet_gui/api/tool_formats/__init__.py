"""How families of models write calls of tools: read as it comes, told, and forced."""
