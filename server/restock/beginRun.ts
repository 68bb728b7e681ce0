import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { restockedProducts, restockRules, restockRuns } from "#server/db/schema/restock.ts";
import type { SituatedRule } from "./readSituations.ts";

/** What a rule is about to do. */
export type NextRun = Omit<typeof restockRuns.$inferInsert, "ruleId" | "number" | "productId">;
type Run = typeof restockRuns.$inferSelect;
type Asked = { situated: SituatedRule; run: NextRun };

/** Takes the next run of one rule for one product, as `beginRuns` does. Null: not taken. */
export async function beginRun(tx: Transaction, situated: SituatedRule, run: NextRun): Promise<Run | null> {
  return (await beginRuns(tx, [{ situated, run }]))[0] ?? null;
}

/**
 * Takes the next run of each rule and product of an environment, except where another instance has taken one of either, or somebody has
 * changed, paused or removed the rule since it was read: what one occasion asks for is done once, whatever runs twice, and what a rule may
 * spend on a day is counted over all its products (docs/architecture.md#invariants). Returns those that were taken.
 */
export async function beginRuns(tx: Transaction, asked: readonly Asked[]): Promise<Run[]> {
  const [first] = asked;
  if (first === undefined) return [];
  await lockUntilCommit(tx, `restock runs ${first.situated.rule.environment}`);
  const free = await takeProducts(tx, asked);
  const byRule = Map.groupBy(
    asked.filter(({ situated }) => free.has(situated.productId)),
    ({ situated }) => situated.rule.id,
  );
  const numbers = await takeNumbers(tx, byRule);
  const begun = [...byRule].flatMap(([ruleId, own]) => {
    const last = numbers.get(ruleId);
    if (last === undefined) return [];
    return own.map(({ situated, run }, index) => ({
      ...run,
      ruleId,
      productId: situated.productId,
      number: last - own.length + index + 1,
    }));
  });
  if (begun.length === 0) return [];
  for (const [ruleId, own] of byRule) {
    const [one] = own;
    const last = numbers.get(ruleId);
    // What the same round does next for another product of the rule goes on from here.
    if (one !== undefined && last !== undefined) one.situated.tally.runs = last;
  }
  return tx.insert(restockRuns).values(begun).returning();
}

const productsSchema = z.array(z.object({ id: z.coerce.number() }));
const numbersSchema = z.array(z.object({ id: z.uuid(), runs: z.int() }));

/** The products for which no rule has run since they were read. */
async function takeProducts(tx: Transaction, asked: readonly Asked[]): Promise<Set<number>> {
  const { rows } =
    await tx.execute(sql`insert into ${restockedProducts} as known (environment, product_id, runs)
    select * from unnest(${sql.param(asked.map(({ situated }) => situated.rule.environment))}::text[],
      ${sql.param(asked.map(({ situated }) => situated.productId))}::bigint[],
      ${sql.param(asked.map(({ situated }) => situated.productRuns + 1))}::int[])
    on conflict (environment, product_id) do update set runs = excluded.runs where known.runs = excluded.runs - 1
    returning product_id as id`);
  return new Set(productsSchema.parse(rows).map(({ id }) => id));
}

/** The last number that each rule has now. */
async function takeNumbers(
  tx: Transaction,
  byRule: ReadonlyMap<string, readonly Asked[]>,
): Promise<Map<string, number>> {
  const known = [...byRule].flatMap(([id, own]) => {
    const [one] = own;
    if (one === undefined) return [];
    const { rule, tally } = one.situated;
    return [{ id, version: rule.version, runs: tally.runs, more: own.length }];
  });
  const { rows } = await tx.execute(sql`update ${restockRules} set runs = ${restockRules.runs} + known.more
    from unnest(${sql.param(known.map(({ id }) => id))}::uuid[], ${sql.param(known.map(({ version }) => version))}::int[],
      ${sql.param(known.map(({ runs }) => runs))}::int[], ${sql.param(known.map(({ more }) => more))}::int[]) as known (id, version, runs, more)
    where ${restockRules.id} = known.id and ${restockRules.version} = known.version and ${restockRules.runs} = known.runs
      and not ${restockRules.paused} and ${restockRules.deletedAt} is null
    returning ${restockRules.id} as id, ${restockRules.runs} as runs`);
  return new Map(numbersSchema.parse(rows).map(({ id, runs }) => [id, runs]));
}
