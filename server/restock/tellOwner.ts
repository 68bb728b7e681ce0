import "server-only";
import { eq } from "drizzle-orm";
import { positionOf } from "#lib/restock/refill.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import { beginRun } from "./beginRun.ts";
import type { SituatedRule } from "./readSituations.ts";

/** Has the owner told that too few codes are left: once, until there are enough again. */
export async function tellOwner(
  { db, clock }: Pick<Program, "db" | "clock">,
  { rule, situation, productName }: SituatedRule,
): Promise<void> {
  if (rule.toldAt !== null) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const left = positionOf(situation.position);
    const run = await beginRun(tx, rule, { at: now, mode: "tell", quantity: 0, endedAt: now });
    if (run === null) return;
    await tx.update(restockRules).set({ toldAt: now }).where(eq(restockRules.id, rule.id));
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.told",
      details: { productId: rule.productId, productName, left, keep: rule.keep },
    });
  });
}

/** There are enough again: the next time there are too few, the owner is told once more. */
export async function forgetTold(
  { db }: Pick<Program, "db">,
  { id, toldAt }: SituatedRule["rule"],
): Promise<void> {
  if (toldAt === null) return;
  await db.update(restockRules).set({ toldAt: null }).where(eq(restockRules.id, id));
}
