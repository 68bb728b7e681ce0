import "server-only";
import { asc, eq, isNull } from "drizzle-orm";
import type { CoverView } from "#lib/contracts/team/cover.ts";
import { hasDuty } from "#lib/members/duties.ts";
import { permits } from "#lib/members/roles.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { heldRole } from "#server/context/teamAuthority.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { readCovers } from "./coverRows.ts";

/**
 * Who stands in for whom, and who can be named: what concerns the member, or all for whoever manages the team. Members who decide on
 * nothing that others ask for have nothing to hand over, so they are not told who does.
 */
export async function listCover({ db, actor, clock }: MemberRequest): Promise<CoverView> {
  const isForAll = permits(actor, "team.manage");
  const rows = await db
    .select({
      id: members.id,
      name: members.name,
      email: members.email,
      role: members.role,
      custom: customRoles,
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(isNull(members.disabledAt))
    .orderBy(asc(members.name), asc(members.id));
  const able = rows.filter(
    ({ email, role, custom }) => !isServiceAddress(email) && hasDuty(heldRole(role, custom).grants),
  );
  const isAble = isForAll || able.some(({ id }) => id === actor.id);
  return {
    covers: await readCovers(db, clock.now(), isForAll ? null : actor.id),
    people: isAble ? able.map(({ id, name }) => ({ id, name })) : [],
  };
}
