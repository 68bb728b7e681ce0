import "server-only";
import type { IncomingMessage } from "node:http";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { AppError } from "#server/context/errors.ts";
import { pathOf } from "./pathOf.ts";
import { refuseRouterState } from "./refuseRouterState.ts";
import { nameTakenByNext } from "./nameTakenByNext.ts";

/** The largest body that any route accepts; each route's own limit is the same or lower. */
export const LARGEST_BODY_BYTES = MAX_DRAFT_BYTES;
/** The methods of pages and files. */
export const READING = ["GET", "HEAD"];
/** Those that any address has. */
const METHODS = new Set([...READING, "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Why no route could accept a request, as far as its head tells; null if one might.
 * @param development `next dev` posts to addresses of its own.
 */
export function refuseUnacceptable(request: IncomingMessage, development: boolean): AppError | null {
  const { method = "", url = "" } = request;
  const path = pathOf(request);
  // A proxy may have decided by the one that Node ignores (RFC 9112 §3.2).
  if (hostsIn(request) !== 1 && request.httpVersion === "1.1")
    return new AppError("validation", "Send exactly one Host header.");
  // "*" and absolute addresses (as sent to proxies) are refused here, so that their meaning is not left to the code behind us.
  if (!url.startsWith("/")) return new AppError("validation", "Ask for a path, such as /api/orders.");
  if (!METHODS.has(method)) return UNKNOWN_METHOD;
  const reads = READING.includes(method);
  if (!reads && !development && !isOfInterface(path)) return WRONG_METHOD;
  if (!isDecodable(path)) {
    return new AppError("validation", "The address contains a percent sign that encodes nothing.");
  }
  // Browsers resolve such a path themselves. Next would, too, and answer another path than the one that is judged here.
  if (DOT_SEGMENT.test(path)) {
    return new AppError("validation", 'Ask for a path without the segments "." and "..".');
  }
  const taken = nameTakenByNext(url, !isOfInterface(path));
  if (taken !== null) return unknownName(taken);
  if (reads && hasBody(request))
    return new AppError("validation", `Send a ${method} request without a body.`);
  const state = isOfInterface(path) ? null : refuseRouterState(request);
  if (state !== null) return state;
  if (Number(request.headers["content-length"] ?? 0) > LARGEST_BODY_BYTES) {
    return new AppError("too-large", `Send at most ${LARGEST_BODY_BYTES} bytes at once.`);
  }
  return null;
}

function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}

function unknownName(name: string): AppError {
  return new AppError("validation", "Remove what no address takes from the query.", {
    fields: { [name.slice(0, 200)]: "Unknown parameter. Remove it." },
  });
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whatever the address is: which methods it has need not be asked (RFC 9110 §15.6.2). */
const UNKNOWN_METHOD = new AppError("method-not-implemented", "No address here takes this method.");

/** As it is answered if the address does not tell its methods. */
export const WRONG_METHOD = new AppError("method-not-allowed", "This address does not take this method.");

export function isOfInterface(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
