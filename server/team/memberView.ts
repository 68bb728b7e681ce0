import "server-only";
import type { MemberView } from "#lib/contracts/member.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { members } from "#server/db/schema/members.ts";

export type MemberRow = typeof members.$inferSelect;

/** A member as the team sees them: without the hash. */
export function toMemberView(row: MemberRow, lastSeenAt: Instant | null): MemberView {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    disabledAt: row.disabledAt === null ? null : toIso(row.disabledAt),
    createdAt: toIso(row.createdAt),
    lastSeenAt: lastSeenAt === null ? null : toIso(lastSeenAt),
  };
}
