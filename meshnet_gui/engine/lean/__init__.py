"""The lean path: a span of the common decoder families as one graph for ONNX Runtime, without Python inside a step.

The graph is emitted from the model's configuration; weights stay mapped from their files. What it computes is compared
with the generic runner before it is used.
"""
