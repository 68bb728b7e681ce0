import "server-only";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import { isOpen } from "#lib/members/grants.ts";
import type { Program } from "./context.ts";

/** The environments that we hold a key for, the sandbox first. */
function configuredEnvironments(program: Pick<Program, "services">): Environment[] {
  return environmentSchema.options.filter((name) => program.services[name] !== undefined);
}

/** The configured environments in which a member may do anything at all. `customGrants`: those of a custom role. */
export function openEnvironments(
  program: Pick<Program, "services">,
  customGrants: RoleGrants | null,
): Environment[] {
  return configuredEnvironments(program).filter(
    (environment) => customGrants === null || isOpen(customGrants, environment),
  );
}

/**
 * Whether a session has to open an environment first. Members who may use production alone have nothing to switch from: they have
 * shown who they are by signing in.
 */
export function isLocked(
  program: Pick<Program, "services">,
  session: { customGrants: RoleGrants | null; isProductionLocked: boolean },
  environment: Environment,
): boolean {
  return (
    session.isProductionLocked &&
    environment === "production" &&
    openEnvironments(program, session.customGrants).includes("sandbox")
  );
}
