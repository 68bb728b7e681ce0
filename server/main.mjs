// The dashboard's process, by Next's documented interface for a server of one's own. JavaScript, because a build contains a copy of this file
// beside `.next` (scripts/build/build.ts), and Node would need 30 MB more to read types.
import next from "next";

const { HOSTNAME: hostname, NODE_ENV, PORT } = process.env;
const port = Number(PORT);
const app = next({ dev: NODE_ENV === "development", hostname, port });
// As processSingleton() names it: server/startup/lifecycle.ts, which Next calls (instrumentation.ts), listens once Next is prepared.
globalThis[Symbol.for("codedesk.next")] = { app, prepared: app.prepare(), hostname, port };
