import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { permits } from "#lib/members/roles.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import type { MemberRequest } from "./context.ts";
import { coveredBy } from "./coveredBy.ts";
import { holderIn } from "./holderIn.ts";

/** Somebody for whom the acting member stands in now, and until which day (UTC). */
export type StoodInFor = { id: string; name: string; until: string };

/** For whom the acting member stands in now with a permission, which both must hold here at this moment. By name. */
export async function standsInFor(
  { actor, environment, clock }: Pick<MemberRequest, "actor" | "environment" | "clock">,
  db: Database | Transaction,
  permission: Permission,
): Promise<StoodInFor[]> {
  if (!permits(actor, permission)) return [];
  const now = clock.now();
  const covered = await coveredBy(db, [actor.id], { since: now, now });
  if (covered.length === 0) return [];
  const rows = await db
    .select({
      id: members.id,
      name: members.name,
      role: members.role,
      disabledAt: members.disabledAt,
      customRoles,
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(
      inArray(
        members.id,
        covered.map(({ id }) => id),
      ),
    )
    .orderBy(members.name, members.id);
  return rows.flatMap(({ id, name, role, disabledAt, customRoles: custom }) => {
    const until = covered.find((each) => each.id === id)?.until;
    const holds = disabledAt === null && permits(holderIn(role, custom, environment), permission);
    return holds && until !== undefined ? [{ id, name, until }] : [];
  });
}

/** What the audit record of a decision says of that: nothing, or the names. */
export async function asDeputy(
  request: MemberRequest,
  db: Database | Transaction,
  permission: Permission,
): Promise<{ deputyOf?: string[] }> {
  const names = (await standsInFor(request, db, permission)).map(({ name }) => name);
  return names.length === 0 ? {} : { deputyOf: names };
}
