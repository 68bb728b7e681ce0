import type { CodesPage } from "#lib/contracts/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";

/** Reveals one page of an order's codes, audited. Deliberately no query: codes stay out of every cache. */
export function revealCodes(
  environment: Environment,
  reference: string,
  body: { skip: number; take: number; reason?: string },
  signal?: AbortSignal,
) {
  return fetchJson<CodesPage>(apiPaths.codes(reference), { method: "POST", body, environment, signal });
}
