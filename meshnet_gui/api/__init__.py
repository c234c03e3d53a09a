"""The local API: what other programs ask of the swarm over HTTP, as OpenAI and Ollama do it."""
