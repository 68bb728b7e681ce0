import "server-only";
import { isLoopback } from "./loopback.ts";
import type { Environment } from "#lib/contracts/environment.ts";

export type BaseAddress = { origin: string; prefix: string };

/**
 * Splits a configured base address into the origin and the path prefix of every call. Full addresses begin with /v2
 * (docs/service-interface.md §4), whether the configured one contains it or not.
 * @throws Error in plain words, without the address, if it cannot be used.
 */
export function readBaseAddress(environment: Environment, baseUrl: string): BaseAddress {
  if (!URL.canParse(baseUrl)) throw new Error(`the ${environment} address is not a URL`);
  const url = new URL(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`the ${environment} address must begin with https:// or http://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error(`the ${environment} address must not contain a user name or password`);
  }
  if (url.search !== "" || url.hash !== "") {
    throw new Error(`the ${environment} address must not contain a query or fragment`);
  }
  if (environment === "production" && url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new Error("the production address must begin with https://, or the key would travel in the open");
  }
  const path = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, prefix: path.endsWith("/v2") ? path : `${path}/v2` };
}
