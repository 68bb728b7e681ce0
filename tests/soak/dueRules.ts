import { eq, sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";

type Product = { id: number; price: number };

/** How many codes each rule keeps: of a product that nobody else orders, so that one order of so many is all that may be made. */
const KEPT = 2;

/** Adds a rule that orders, with a second member's consent, for a product of which there are no codes. */
export async function addDueRule(
  db: Database,
  { email, product }: { email: string; product: Product },
): Promise<void> {
  const now = Date.now();
  const [owner] = await db.select({ id: members.id }).from(members).where(eq(members.email, email));
  if (owner === undefined) throw new Error("no owner");
  const caps = { highestPrice: product.price, mostPerDay: 10 * KEPT * product.price };
  await db.insert(restockRules).values({
    environment: "sandbox",
    ownerId: owner.id,
    changedBy: owner.id,
    productId: product.id,
    mode: "order",
    keep: KEPT,
    refillTo: KEPT,
    multiple: 1,
    ...caps,
    version: 1,
    approvedVersion: 1,
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether a rule has something to do that nothing has become of yet. */
export async function hasOpenRules(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${restockRules} rule
    where rule.problem is null and not exists (select from ${restockRuns} run where run.rule_id = rule.id and run.ended_at is not null)`);
  return rows.length > 0;
}

/** What became of the rules. `lost`, `twice` and `unasked` have to be zero. */
export type RuleFigures = {
  made: number;
  ordered: number;
  /** Those that say why they could not order. */
  unable: string[];
  /** Without an order, and without a reason. */
  lost: number;
  /** Those that have ordered more codes than they may keep. */
  twice: number;
  /** Orders of rules that no run of theirs has asked for. */
  unasked: number;
};

type Placed = {
  confirmationId: string | null;
  automation: { kind: string; id: string } | null;
  lines: readonly { quantity: number | null }[];
};

/** @param orders all orders in the ledger */
export async function countRules(db: Database, orders: readonly Placed[]): Promise<RuleFigures> {
  const rules = await db.select().from(restockRules);
  const runs = await db.select().from(restockRuns);
  const asked = new Set(
    runs.map(({ ruleId, number }) => confirmationOf({ kind: "restock", id: ruleId }, String(number))),
  );
  const figures: RuleFigures = { made: rules.length, ordered: 0, unable: [], lost: 0, twice: 0, unasked: 0 };
  const placed = orders.filter(({ automation }) => automation?.kind === "restock");
  figures.unasked = placed.filter(({ confirmationId }) => !asked.has(confirmationId ?? "")).length;
  for (const { id, refillTo, problem, problemMessage } of rules) {
    const own = placed.filter(({ automation }) => automation?.id === id);
    const codes = own.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
    if (codes > refillTo) figures.twice += 1;
    if (own.length > 0) figures.ordered += 1;
    else if (problem === null) figures.lost += 1;
    else figures.unable.push(`${problem}: ${problemMessage}`);
  }
  return figures;
}
