import "server-only";
import { and, eq } from "drizzle-orm";
import { positionOf } from "#lib/restock/refill.ts";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { restockedProducts, restockRules } from "#server/db/schema/restock.ts";
import { beginRun } from "./beginRun.ts";
import type { SituatedRule } from "./readSituations.ts";

/** Has the owner told that too few codes are left: once for each product, until there are enough again. */
export async function tellOwner(
  { db, clock }: Pick<Program, "db" | "clock">,
  situated: SituatedRule,
): Promise<void> {
  const { rule, productId, situation, productName, toldAt } = situated;
  if (toldAt !== null) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const left = positionOf(situation.position);
    const run = await beginRun(tx, situated, { at: now, mode: "tell", quantity: 0, endedAt: now });
    if (run === null) return;
    await setTold(tx, situated, now);
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.told",
      details: { productId, productName, left, keep: rule.keep },
    });
  });
}

/** There are enough again: the next time there are too few, the owner is told once more. */
export async function forgetTold({ db }: Pick<Program, "db">, situated: SituatedRule): Promise<void> {
  if (situated.toldAt !== null) await setTold(db, situated, null);
}

/** The product of a view has a row since its rule has run for it. */
async function setTold(
  tx: Database | Transaction,
  { rule, productId }: SituatedRule,
  toldAt: Instant | null,
): Promise<void> {
  if (rule.productId !== null) {
    await tx.update(restockRules).set({ toldAt }).where(eq(restockRules.id, rule.id));
    return;
  }
  const { environment, productId: ofProduct } = restockedProducts;
  await tx
    .update(restockedProducts)
    .set({ toldAt, ruleId: rule.id, problem: null, problemMessage: null, problemSince: null })
    .where(and(eq(environment, rule.environment), eq(ofProduct, productId)));
}
