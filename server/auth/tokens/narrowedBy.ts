import "server-only";
import type { TokenScope } from "#lib/contracts/accessTokens.ts";
import { permissionOfGrant } from "#lib/members/grants.ts";
import { grantsOf } from "#lib/members/roles.ts";
import type { Actor } from "#server/context/context.ts";

/** The member of a token with the permissions that both the member and the token's scopes include. */
export function narrowedBy(actor: Actor, scopes: readonly TokenScope[]): Actor {
  const allowed: readonly string[] = scopes;
  return { ...actor, grants: grantsOf(actor).filter((grant) => allowed.includes(permissionOfGrant(grant))) };
}
