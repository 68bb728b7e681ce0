import "server-only";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "#server/config/loopback.ts";
import { AppError } from "#server/context/errors.ts";

/**
 * Refuses a request for a name that is not this machine's: a web site whose name leads here (DNS rebinding) would read what the sign-in
 * page of the demo tells, its passwords.
 */
export function refuseOffLoopback({ headers }: IncomingMessage): AppError | null {
  const { host = "" } = headers;
  if (isLoopback(URL.parse(`http://${host}`)?.hostname ?? "") && !/[/?#@\\,]/.test(host)) return null;
  return new AppError("validation", "The demo is for this machine alone. Open it at http://localhost.");
}
