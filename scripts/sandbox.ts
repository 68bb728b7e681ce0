// The sandbox service alone; a program of its own that knows nothing of the dashboard (docs/sandbox.md).
import "#sandbox/main.ts";
