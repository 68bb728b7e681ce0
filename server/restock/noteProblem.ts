import "server-only";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { restockedProducts, restockRules } from "#server/db/schema/restock.ts";
import type { RuleRow } from "./ruleRows.ts";

/** What a problem is about: a rule with one of its products; without one, a view's rule as a whole. */
export type Troubled = {
  rule: RuleRow;
  productId: number | null;
  productName: string | null;
  /** The problem that is known. */
  problem: RestockProblem | null;
};
type Noting = Pick<Program, "db" | "clock">;

/**
 * Notes why a rule could not act, and has its owner told: once for each product, until the reason is another or gone. The audit record is
 * what the notice is made from.
 */
export async function noteProblem(
  { db, clock }: Noting,
  { rule, productId, productName, problem: known }: Troubled,
  problem: RestockProblem,
  message: string,
): Promise<void> {
  if (known === problem) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const values = { problem, problemMessage: message, problemSince: now };
    const isNew =
      isOfRule(rule, productId) || productId === null
        ? await noteOnRule(tx, rule, values)
        : await noteOnProduct(tx, { rule, productId }, values);
    if (!isNew) return;
    await recordAudit(tx, {
      at: now,
      environment: rule.environment,
      memberId: rule.ownerId,
      action: "restock-rule.unable",
      details: { productId, productName: productName ?? rule.viewName, problem, message },
    });
  });
}

/** Whether the rule's own row says what is known of its product. */
function isOfRule({ productId }: RuleRow, of: number | null): boolean {
  return productId === of;
}

type Values = { problem: RestockProblem; problemMessage: string; problemSince: number };

async function noteOnRule(tx: Transaction, { id }: RuleRow, values: Values): Promise<boolean> {
  const noted = await tx
    .update(restockRules)
    .set(values)
    .where(and(eq(restockRules.id, id), sql`${restockRules.problem} is distinct from ${values.problem}`))
    .returning({ id: restockRules.id });
  return noted.length > 0;
}

async function noteOnProduct(
  tx: Transaction,
  { rule, productId }: { rule: RuleRow; productId: number },
  values: Values,
): Promise<boolean> {
  const { ruleId, problem, toldAt } = restockedProducts;
  const noted = await tx
    .insert(restockedProducts)
    .values({ environment: rule.environment, productId, ruleId: rule.id, ...values })
    .onConflictDoUpdate({
      target: [restockedProducts.environment, restockedProducts.productId],
      set: {
        ...values,
        ruleId: rule.id,
        toldAt: sql`case when ${ruleId} = ${rule.id} then ${toldAt} end`,
      },
      setWhere: sql`(${ruleId}, ${problem}) is distinct from (${rule.id}::uuid, ${values.problem}::text)`,
    })
    .returning({ productId: restockedProducts.productId });
  return noted.length > 0;
}

const GONE = { problem: null, problemMessage: null, problemSince: null };

/** Forgets a problem that is gone. */
export async function clearProblem(
  { db }: Pick<Program, "db">,
  { rule, productId, problem }: Troubled,
): Promise<void> {
  if (problem === null) return;
  if (isOfRule(rule, productId) || productId === null) {
    const { id, problem: known } = restockRules;
    await db
      .update(restockRules)
      .set(GONE)
      .where(and(eq(id, rule.id), isNotNull(known)));
    return;
  }
  const { ruleId, productId: ofProduct, environment } = restockedProducts;
  await db
    .update(restockedProducts)
    .set(GONE)
    .where(and(eq(environment, rule.environment), eq(ofProduct, productId), eq(ruleId, rule.id)));
}
