import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A stage of the pipeline, as Express has it: it answers the request, or calls `next`. */
export type Stage = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
