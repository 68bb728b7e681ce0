import "server-only";
import { asc, max } from "drizzle-orm";
import type { MemberView } from "#lib/contracts/member.ts";
import type { Program } from "#server/context/context.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { authoriseTeamRead } from "./authorise.ts";
import { toMemberView } from "./memberView.ts";

/**
 * All members by name, the disabled ones too, with when they were last here.
 * @param actorId null: the operator at the machine itself.
 * @throws DeskError `forbidden`.
 */
export async function listMembers(program: Program, actorId: string | null): Promise<MemberView[]> {
  await authoriseTeamRead(program.db, actorId);
  const rows = await program.db.select().from(members).orderBy(asc(members.name), asc(members.email));
  const seen = await program.db
    .select({ memberId: sessions.memberId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .groupBy(sessions.memberId);
  const lastSeen = new Map(seen.map(({ memberId, at }) => [memberId, at]));
  return rows.map((row) => toMemberView(row, lastSeen.get(row.id) ?? null));
}
