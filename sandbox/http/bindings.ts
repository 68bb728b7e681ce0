import type { HttpBindings } from "@hono/node-server";

/** What Hono hands to each route under Node: the request and the answer of the platform itself. */
export type SandboxEnv = { Bindings: HttpBindings };
