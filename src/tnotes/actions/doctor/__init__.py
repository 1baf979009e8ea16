"""The verb `doctor`: whether a workspace is healthy, and what mends it. One small function looks after one thing."""
