import "server-only";
import type { IncomingMessage } from "node:http";

/** The path that a request asks for, without its query, as it was sent. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?")[0] ?? "";
}
