import "server-only";
import { asc, max } from "drizzle-orm";
import type { TeamView } from "#lib/contracts/team.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { authoriseTeamRead } from "./authorise.ts";
import { toMemberView } from "./memberView.ts";

/**
 * Lists all members by name, the disabled ones too, with when each was last active.
 * @throws AppError `forbidden`.
 */
export async function listMembers(request: TeamRequest): Promise<TeamView> {
  await authoriseTeamRead(request);
  const rows = await request.db.select().from(members).orderBy(asc(members.name), asc(members.email));
  const seen = await request.db
    .select({ memberId: sessions.memberId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .groupBy(sessions.memberId);
  const lastSeen = new Map(seen.map(({ memberId, at }) => [memberId, at]));
  return { members: rows.map((row) => toMemberView(row, lastSeen.get(row.id) ?? null)) };
}
