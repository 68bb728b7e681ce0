import "server-only";
import type { ServiceClient } from "#server/service/client.ts";
import type { DeskRequest } from "./context.ts";
import { DeskError } from "./errors.ts";

/**
 * The client of the request's environment.
 * @throws DeskError `not-configured` where no key for this environment is set.
 */
export function requireService({
  services,
  environment,
}: Pick<DeskRequest, "services" | "environment">): ServiceClient {
  const service = services[environment];
  if (service !== undefined) return service;
  throw new DeskError(
    "not-configured",
    `No key for the ${environment} environment is configured. Ask an administrator to add one.`,
  );
}
