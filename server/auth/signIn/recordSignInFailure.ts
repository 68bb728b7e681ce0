import "server-only";
import { sql } from "drizzle-orm";
import { HOUR } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { signInFailures } from "#server/db/schema/audit.ts";

/**
 * Counts a failed sign-in in the audit log: one row for each member, address and hour. Never stores what was typed, because
 * people type passwords into the wrong field.
 */
export async function recordSignInFailure(
  program: Pick<Program, "db" | "clock">,
  failure: { memberId: string | null; address: string; reason?: string },
): Promise<void> {
  const now = program.clock.now();
  const { memberId, address, reason = null } = failure;
  await program.db
    .insert(signInFailures)
    .values({
      hour: Math.floor(now / HOUR) * HOUR,
      memberId,
      address,
      reason,
      count: 1,
      firstAt: now,
      lastAt: now,
    })
    .onConflictDoUpdate({
      target: [signInFailures.hour, signInFailures.memberId, signInFailures.address, signInFailures.reason],
      set: { count: sql`${signInFailures.count} + 1`, lastAt: now },
    });
}
