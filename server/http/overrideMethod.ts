import "server-only";
import type { ServerResponse } from "node:http";

type Overridden = "write" | "end" | "writeHead";

/**
 * Puts a method of an answer in place of Node's, which calls `writeHead` for implicit headers too. Defined rather than assigned, because of
 * the overloads, which are only passed on. Writable, because a later wrapper may put its own in place, as the compression does.
 */
export function overrideMethod(
  response: ServerResponse,
  name: Overridden,
  value: (...args: never[]) => unknown,
): void {
  Object.defineProperty(response, name, { value, writable: true, configurable: true });
}
