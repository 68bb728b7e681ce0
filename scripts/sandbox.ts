// Runs the sandbox service alone: a separate program that does not depend on the dashboard (docs/sandbox.md).
import "#sandbox/main.ts";
