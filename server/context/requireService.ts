import "server-only";
import type { ServiceClient } from "#server/serviceClient/client.ts";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";

/**
 * The client of the request's environment.
 * @throws AppError `not-configured` where no key for this environment is set.
 */
export function requireService({
  services,
  environment,
}: Pick<MemberRequest, "services" | "environment">): ServiceClient {
  const service = services[environment];
  if (service !== undefined) return service;
  throw new AppError(
    "not-configured",
    `No key for the ${environment} environment is configured. Ask an administrator to add one.`,
  );
}
