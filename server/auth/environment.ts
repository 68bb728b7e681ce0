import "server-only";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_COOKIE, ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireService } from "#server/context/requireService.ts";
import { readCookies } from "#server/http/cookies.ts";

/**
 * Which environment a call is for: the header, otherwise the cookie, otherwise the default (docs/decisions/0002). A named
 * environment that is not configured is refused and never replaced by the other, which may cost money.
 * @throws AppError `not-configured`, `validation`.
 */
export function environmentOfCall(headers: Headers, program: Pick<Program, "services">): Environment {
  const named = headers.get(ENVIRONMENT_HEADER) ?? readCookies(headers).get(ENVIRONMENT_COOKIE);
  if (named === undefined) return defaultEnvironment(program);
  const parsed = environmentSchema.safeParse(named);
  if (!parsed.success) {
    const known = environmentSchema.options.join(" or ");
    throw new AppError("validation", `Name one environment in ${ENVIRONMENT_HEADER}: ${known}.`);
  }
  requireService({ services: program.services, environment: parsed.data });
  return parsed.data;
}

/**
 * Which environment a page shows. A cookie that remains from another configuration or another member is ignored, so that it locks
 * nobody out.
 */
export function environmentOfPage(
  headers: Headers,
  program: Pick<Program, "services">,
  open: readonly Environment[],
): Environment {
  const chosen = readCookies(headers).get(ENVIRONMENT_COOKIE);
  return open.find((environment) => environment === chosen) ?? open[0] ?? defaultEnvironment(program);
}

function defaultEnvironment(program: Pick<Program, "services">): Environment {
  return program.services.sandbox === undefined ? "production" : "sandbox";
}
