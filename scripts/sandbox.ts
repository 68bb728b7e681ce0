// The sandbox service alone; a program of its own that knows nothing of the dashboard (DESIGN, section 8).
import "#server/sandbox/main.ts";
