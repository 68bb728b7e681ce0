import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { RestockRule } from "#lib/contracts/restock/restockRules.ts";
import type { Program } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeFingerprints, drafts, orders } from "#server/db/schema/orders.ts";
import { restockedProducts, restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { listRules } from "#server/restock/listRules.ts";
import { runRulesOf } from "#server/restock/runRules.ts";
import { makeRule } from "#server/restock/saveRule.ts";
import { makeRuleRequestSchema, type MakeRuleRequest } from "#lib/contracts/restock/restockRules.ts";
import { createLimitWorld, type LimitWorld } from "#tests/integration/orders/limits/limitWorld.ts";

/** A world in which restock rules look after one product, of which a test decides how many codes are left. */
export type RulesWorld = LimitWorld & {
  /** Nothing of a test before is left, and so many codes of the product that nobody has seen. */
  begin(codes: number): Promise<void>;
  /** A rule of the world's member for the product. */
  rule(terms?: Partial<MakeRuleRequest>): Promise<RestockRule>;
  /** What the rules look like now. */
  rules(): Promise<RestockRule[]>;
  /** So many codes are taken away, as if they were handed out. */
  sell(codes: number): Promise<void>;
  /** The product costs so much, as the catalog has it. */
  price(minor: number): Promise<void>;
  run(program?: Program): Promise<void>;
  orders(): Promise<(typeof orders.$inferSelect)[]>;
  drafts(): Promise<(typeof drafts.$inferSelect)[]>;
  recorded(action: string): Promise<Record<string, unknown>[]>;
};

export async function createRulesWorld(): Promise<RulesWorld> {
  const world = await createLimitWorld();
  const { db } = world.program;
  const { id: productId } = world.product;
  await readProduct(world.request, productId);
  const [stocked] = await db
    .insert(orders)
    .values({
      environment: "sandbox",
      externalOrderCode: "STOCKED",
      origin: "placed",
      state: "completed",
      currency: "EUR",
      price: 0,
      lines: [{ productId, productName: "Stocked", price: 1, quantity: 1, countryCode: null }],
      createdAt: world.now(),
      updatedAt: world.now(),
    })
    .returning();
  const orderRow = stocked?.id ?? "";
  const isStocked = eq(codeFingerprints.orderRow, orderRow);
  const { externalOrderCode } = orders;
  return {
    ...world,
    begin: async (codes) => {
      await world.reset();
      await world.noLimits();
      await db.delete(restockRuns);
      await db.delete(restockedProducts);
      await db.delete(restockRules);
      await db.delete(drafts);
      await db.delete(codeFingerprints).where(isStocked);
      await db
        .update(orders)
        .set({ state: "closed" })
        .where(sql`${externalOrderCode} <> 'STOCKED'`);
      await readProduct(world.request, productId);
      await db.execute(sql`insert into code_fingerprints (order_row, index, product_id, fingerprint, first_seen_at)
        select ${orderRow}::uuid, n, ${productId}::bigint, sha256(convert_to(${randomUUID()} || n, 'UTF8')), now() from generate_series(1, ${codes}::int) n`);
    },
    rule: async (terms = {}) => {
      const asked = { productId, mode: "propose" as const, keep: 5, refillTo: 20, ...terms };
      const { items } = await makeRule(world.request, makeRuleRequestSchema.parse(asked));
      const made = items.find((each) => each.productId === asked.productId);
      if (made === undefined) throw new Error("the rule is not there");
      return made;
    },
    rules: async () => (await listRules(world.request)).items,
    sell: async (codes) => {
      const some = sql`(order_row, index) in (select order_row, index from code_fingerprints where order_row = ${orderRow}::uuid order by index limit ${codes}::int)`;
      await db.delete(codeFingerprints).where(some);
    },
    price: async (minor) => {
      const set = sql`jsonb_set(${catalogProducts.product}, '{price}', to_jsonb(${minor}::int))`;
      await db.update(catalogProducts).set({ product: set }).where(eq(catalogProducts.productId, productId));
    },
    run: (program = world.program) => runRulesOf(program, "sandbox"),
    orders: () =>
      db
        .select()
        .from(orders)
        .where(and(sql`${orders.automation} ->> 'kind' = 'restock'`, sql`${orders.state} <> 'closed'`))
        .orderBy(asc(orders.createdAt)),
    drafts: () => db.select().from(drafts),
    recorded: async (action) => {
      const rows = await db
        .select({ details: auditRecords.details })
        .from(auditRecords)
        .where(eq(auditRecords.action, action))
        .orderBy(asc(auditRecords.id));
      return rows.map(({ details }) => details);
    },
  };
}
