import "server-only";
import type { TokenScope } from "#lib/contracts/team/accessTokens.ts";
import type { Grant } from "#lib/contracts/team/permission.ts";
import { permissionOfGrant } from "#lib/members/grants.ts";
import { grantsOf } from "#lib/members/roles.ts";
import type { Actor } from "#server/context/context.ts";

/** What a program does with the orders of its own member alone, whatever that member may do with others'. */
const OWN_ONLY: Partial<Record<Grant, Grant>> = { "orders.withdraw": "orders.withdraw.own" };

/** The member of a token with the permissions that both the member and the token's scopes include. */
export function narrowedBy(actor: Actor, scopes: readonly TokenScope[]): Actor {
  const allowed: readonly string[] = scopes;
  const both = grantsOf(actor).filter((grant) => allowed.includes(permissionOfGrant(grant)));
  return { ...actor, grants: both.map((grant) => OWN_ONLY[grant] ?? grant) };
}
