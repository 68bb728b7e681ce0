// Runs the sandbox service alone: a separate program that knows nothing of the dashboard (docs/sandbox.md).
import "#sandbox/main.ts";
