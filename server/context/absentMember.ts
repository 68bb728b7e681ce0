import "server-only";
import { eq } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import type { MemberRequest, Program } from "./context.ts";
import { holderIn } from "./holderIn.ts";

/** A member without a session, with what they may do in an environment at this moment; null if their account is disabled. */
export async function absentMember(
  { db }: Pick<Program, "db">,
  { memberId, environment }: { memberId: string; environment: Environment },
): Promise<MemberRequest["actor"] | null> {
  const [found] = await db
    .select({ member: members, customRole: customRoles })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(eq(members.id, memberId));
  if (found === undefined || found.member.disabledAt !== null) return null;
  const { id, email, name, role } = found.member;
  return { id, email, name, ...holderIn(role, found.customRole, environment) };
}
