import "server-only";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { permits } from "#lib/members/roles.ts";
import { holderIn } from "#server/context/holderIn.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";

export type Approver = { id: string; name: string; managesTeam: boolean };

/** Those of some members, or of all, who can approve orders in an environment at this moment. */
export async function approversAmong(
  db: Database | Transaction,
  environment: Environment,
  ids: readonly string[] | null,
): Promise<Approver[]> {
  if (ids?.length === 0) return [];
  const rows = await db
    .select({ id: members.id, name: members.name, role: members.role, custom: customRoles })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(and(isNull(members.disabledAt), ids === null ? undefined : inArray(members.id, [...ids])))
    .orderBy(asc(members.name), asc(members.id));
  return rows.flatMap(({ id, name, role, custom }) => {
    const holder = holderIn(role, custom, environment);
    return permits(holder, "orders.approve")
      ? [{ id, name, managesTeam: permits(holder, "team.manage") }]
      : [];
  });
}
