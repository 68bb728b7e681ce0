import "server-only";
import { sql } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import { HOUR } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeMisses } from "#server/db/schema/audit.ts";

/**
 * Counts looked-up texts that were neither a reference nor a code in the audit log, for members who are told of codes: one row for each
 * member, environment and hour, so that trying codes in turn is seen. Never stores the texts.
 */
export async function countMisses(request: MemberRequest, count: number): Promise<void> {
  const { actor, environment, clock, db } = request;
  if (count === 0 || !permits(actor, "codes.find")) return;
  const now = clock.now();
  const hour = Math.floor(now / HOUR) * HOUR;
  await db
    .insert(codeMisses)
    .values({ hour, environment, memberId: actor.id, count, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [codeMisses.hour, codeMisses.environment, codeMisses.memberId],
      set: { count: sql`${codeMisses.count} + excluded.count`, lastAt: now },
    });
}
