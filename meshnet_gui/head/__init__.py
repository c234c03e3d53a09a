"""Uses the swarm: chat, the generation loop, the pipeline with recovery, the hop client."""
