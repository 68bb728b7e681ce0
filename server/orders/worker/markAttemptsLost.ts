import "server-only";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import { attempts, orders } from "#server/db/schema/orders.ts";
import { recordLostAttempt } from "./runAttempt.ts";

/**
 * Marks this instance's open attempts as lost, because the process is about to end. They keep their lease: an answer that still
 * arrives is recorded, and nobody sends the order again before the lease has expired.
 */
export async function markAttemptsLost(program: Program): Promise<void> {
  const open = program.db.select({ id: attempts.orderRow }).from(attempts).where(isNull(attempts.endedAt));
  const rows = await program.db
    .select()
    .from(orders)
    .where(and(eq(orders.leaseOwner, program.instanceId), inArray(orders.id, open)));
  for (const row of rows) await recordLostAttempt(program, row);
}
