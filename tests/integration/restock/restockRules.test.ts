import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { changeRuleRequestSchema, type RestockRule } from "#lib/contracts/restock/restockRules.ts";
import { DAY, HOUR } from "#lib/time/instant.ts";
import { CASING } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { notices } from "#server/db/schema/notices.ts";
import { approveRule } from "#server/restock/approveRule.ts";
import { listRulesToAttend } from "#server/restock/listRulesToAttend.ts";
import { changeRule } from "#server/restock/saveRule.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { readWallet } from "#server/wallet/readWallet.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";
import { createRulesWorld, type RulesWorld } from "./rulesWorld.ts";

let world: RulesWorld;
beforeAll(async () => {
  world = await createRulesWorld();
});
afterAll(() => world.close());

const CAPS = { highestPrice: 100_000, mostPerDay: 10_000_000 };
const change = (rule: RestockRule, terms: Record<string, unknown>, as = world.request) => {
  const { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version, paused } = rule;
  const known = { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version, paused };
  return changeRule(as, {
    ruleId: rule.id,
    ...changeRuleRequestSchema.parse({ ...known, ...terms }),
  });
};
const approve = ({ id, version }: RestockRule, as: MemberRequest = world.approver) =>
  approveRule(as, { ruleId: id, version });
const quantities = async () =>
  (await world.orders()).map(({ lines }) => lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0));
const runsOf = ({ id }: RestockRule) =>
  world.program.db.select().from(restockRuns).where(eq(restockRuns.ruleId, id));
/** Runs the rules on several instances at once, and then once more. */
const runTwice = async () => {
  await Promise.all([world.run(), world.run(world.instance()), world.run(world.instance())]);
  await world.run();
};

describe("a restock rule that tells", () => {
  it("tells its owner once that few codes are left, and again only after there were enough", async () => {
    await world.begin(6);
    await world.rule({ mode: "tell" });
    await world.run();
    expect(await world.recorded("restock-rule.told")).toEqual([]);
    await world.sell(2);
    await runTwice();
    expect(await world.recorded("restock-rule.told")).toMatchObject([{ left: 4, keep: 5 }]);
    await world.begin(4);
    const rule = await world.rule({ mode: "tell" });
    await runTwice();
    await world.program.db.update(restockRules).set({ keep: 3 }).where(eq(restockRules.id, rule.id));
    await world.run();
    await world.program.db.update(restockRules).set({ keep: 5 }).where(eq(restockRules.id, rule.id));
    await runTwice();
    expect(await world.recorded("restock-rule.told")).toHaveLength(3);
    await gatherNotices(world.program);
    const told = await world.program.db.select().from(notices).where(eq(notices.kind, "restock.rule"));
    // The same thing once more is no other.
    expect(told).toMatchObject([{ memberId: world.request.actor.id, count: 1 }]);
    expect(told[0]?.subjects[0]?.event).toMatch(/: 4 codes are left$/);
  });
});

describe("a restock rule that proposes", () => {
  it("makes one draft for its owner, whatever runs at once, and no other while that one counts", async () => {
    await world.begin(4);
    await world.rule();
    await runTwice();
    const [draft, ...others] = await world.drafts();
    expect(others).toEqual([]);
    expect(draft).toMatchObject({ memberId: world.request.actor.id });
    expect(draft?.draft.lines).toMatchObject([{ productId: world.product.id, quantity: "16" }]);
    expect(await world.rules()).toMatchObject([{ position: { untouched: 4, ordered: 0, proposed: 16 } }]);
    await world.sell(2);
    await runTwice();
    expect(await world.drafts()).toHaveLength(1);
  });

  it("makes none again on the day on which its owner has deleted one", async () => {
    await world.begin(4);
    await world.rule();
    await world.run();
    await world.program.db.update(drafts).set({ deletedAt: world.now() });
    await runTwice();
    expect(await world.drafts()).toHaveLength(1);
    await world.advance(DAY);
    await runTwice();
    expect(await world.drafts()).toHaveLength(2);
  });

  it("counts what is ordered from it as on its way", async () => {
    await world.begin(0);
    await world.rule();
    await world.run();
    const { request, product } = world;
    const [draft] = await world.drafts();
    const lineId = draft?.draft.lines[0]?.id;
    const confirmed = { currency: "EUR", confirmationId: randomUUID() };
    const lines = [{ productId: product.id, quantity: 20, ...(lineId === undefined ? {} : { lineId }) }];
    await placeOrder(request, { ...confirmed, lines, draft: { id: draft?.id ?? "", version: 1 } });
    expect(await world.rules()).toMatchObject([{ position: { untouched: 0, ordered: 20, proposed: 0 } }]);
    await runTwice();
    expect(await world.drafts()).toHaveLength(1);
  });
});

describe("a restock rule that cannot act", () => {
  it("says why once, and no more when the reason is gone", async () => {
    await world.begin(4);
    await world.rule({ highestPrice: world.product.price });
    await world.price(world.product.price + 1);
    await runTwice();
    await runTwice();
    expect(await world.drafts()).toEqual([]);
    expect(await world.rules()).toMatchObject([{ problem: { kind: "price" } }]);
    expect((await listRulesToAttend(world.request)).items).toMatchObject([
      { productId: world.product.id, problem: expect.stringContaining("above the highest price") },
    ]);
    expect((await listRulesToAttend(world.approver)).items).toEqual([]);
    const told = (await world.recorded("restock-rule.unable")).length;
    await world.price(world.product.price);
    await world.run();
    expect(await world.rules()).toMatchObject([{ problem: null }]);
    expect(await world.drafts()).toHaveLength(1);
    expect(await world.recorded("restock-rule.unable")).toHaveLength(told);
    expect(told).toBe(1);
  });

  it("stops when its owner is disabled, and says so", async () => {
    await world.begin(4);
    await world.rule();
    const { id } = world.request.actor;
    await world.program.db.update(members).set({ disabledAt: world.now() }).where(eq(members.id, id));
    await runTwice();
    await world.program.db.update(members).set({ disabledAt: null }).where(eq(members.id, id));
    expect(await world.drafts()).toEqual([]);
    expect(await world.rules()).toMatchObject([{ problem: { kind: "owner" } }]);
  });
});

describe("a restock rule that orders", () => {
  it("does nothing before another member has approved it, and never by its owner's own word", async () => {
    await world.begin(4);
    const rule = await world.rule({ mode: "order", ...CAPS });
    await runTwice();
    expect(await quantities()).toEqual([]);
    await expect(
      approve(rule, { ...world.request, actor: { ...world.request.actor, role: "admin" } }),
    ).rejects.toThrow("your own rule");
    expect((await listRulesToAttend(world.approver)).items).toMatchObject([{ id: rule.id, problem: null }]);
    expect((await listRulesToAttend(world.request)).items).toEqual([]);
    await approve(rule);
    expect((await listRulesToAttend(world.approver)).items).toEqual([]);
    await runTwice();
    expect(await quantities()).toEqual([16]);
    const [order] = await world.orders();
    expect(order).toMatchObject({
      placedBy: world.request.actor.id,
      automation: { kind: "restock", id: rule.id },
    });
    expect(await world.recorded("restock-rule.ordered")).toHaveLength(1);
    expect(await world.rules()).toMatchObject([{ approvedBy: "Arif Approver", lastRun: { quantity: 16 } }]);
  });

  it("needs consent again once it may do more, and none for less", async () => {
    await world.begin(50);
    const rule = await world.rule({ mode: "order", ...CAPS });
    await approve(rule);
    const [less] = (await change(rule, { refillTo: 10 })).items;
    expect(less).toMatchObject({ approved: true, approvedBy: "Arif Approver" });
    if (less === undefined) throw new Error("the rule is gone");
    const [more] = (await change(less, { refillTo: 11 })).items;
    expect(more).toMatchObject({ approved: false, approvedBy: null });
    await expect(approve(less)).rejects.toThrow("changed this rule");
    // Who manages the team may change it too, and then not approve what they have changed.
    if (more === undefined) throw new Error("the rule is gone");
    const [widened] = (await change(more, { refillTo: 60 }, world.admin)).items;
    if (widened === undefined) throw new Error("the rule is gone");
    await expect(approve(widened, world.admin)).rejects.toThrow("You have changed this rule");
    expect((await approve(widened)).items).toMatchObject([{ approved: true }]);
  });

  it("orders only what its day allows, and says when that is used up", async () => {
    await world.begin(0);
    const { price } = world.product;
    await approve(await world.rule({ mode: "order", highestPrice: price, mostPerDay: 3 * price }));
    await runTwice();
    expect(await quantities()).toEqual([3]);
    expect(await world.rules()).toMatchObject([{ problem: { kind: "day" } }]);
  });

  it("is held by its owner's limits: above one, its order waits for approval and counts", async () => {
    await world.begin(0);
    await world.limit({ perOrder: 1 });
    await approve(await world.rule({ mode: "order", ...CAPS }));
    await runTwice();
    expect(await world.orders()).toMatchObject([{ state: "awaiting_approval" }]);
    await world.program.db
      .update(orders)
      .set({ state: "declined" })
      .where(eq(orders.state, "awaiting_approval"));
    await runTwice();
    expect(await quantities()).toEqual([20]);
    expect(await world.rules()).toMatchObject([{ problem: { kind: "refused" } }]);
  });

  it("takes up what it had begun when the program died, once, and only while it still may", async () => {
    await world.begin(0);
    const rule = await world.rule({ mode: "order", ...CAPS });
    await approve(rule);
    const begun = {
      ruleId: rule.id,
      at: world.now(),
      mode: "order" as const,
      quantity: 7,
      price: world.product.price,
    };
    await world.program.db.insert(restockRuns).values({ ...begun, number: 1 });
    await world.program.db.update(restockRules).set({ runs: 1 });
    await runTwice();
    expect((await quantities()).toSorted((a, b) => a - b)).toEqual([7]);
    await world.begin(0);
    const other = await world.rule({ mode: "order", ...CAPS });
    await world.program.db.insert(restockRuns).values({ ...begun, ruleId: other.id, number: 1 });
    await world.program.db.update(restockRules).set({ runs: 1 });
    await runTwice();
    expect(await quantities()).toEqual([]);
    expect(await runsOf(other)).toEqual([]);
  });

  it("decides anew on what it had begun long ago", async () => {
    await world.begin(12);
    const rule = await world.rule({ mode: "order", ...CAPS });
    await approve(rule);
    const begun = { ruleId: rule.id, at: world.now() - HOUR, mode: "order" as const, quantity: 20 };
    await world.program.db.insert(restockRuns).values({ ...begun, price: world.product.price, number: 1 });
    await world.program.db.update(restockRules).set({ runs: 1 });
    await runTwice();
    expect(await quantities()).toEqual([]);
    await world.sell(8);
    await runTwice();
    expect(await quantities()).toEqual([16]);
    expect(await runsOf(rule)).toMatchObject([{ number: 2, quantity: 16 }]);
  });

  it("orders nothing while orders are on hold", async () => {
    await world.begin(0);
    await approve(await world.rule({ mode: "order", ...CAPS }));
    await world.run({ ...world.program, holdsOrders: true });
    expect(await quantities()).toEqual([]);
    await world.run();
    expect(await quantities()).toEqual([20]);
  });
});

describe("a restock rule that orders, with a wallet that is short", () => {
  /** The service says that the wallet has so much, in EUR. */
  const wallet = async (available: number) => {
    await answerNext(world.sandbox, "wallet", { balances: [{ currency: "EUR", balance: available }] });
    await readWallet(world.admin);
  };
  afterEach(async () => {
    await world.program.db.delete(walletBalances);
  });

  it("orders nothing, says why once, and orders once the money is there", async () => {
    await world.begin(0);
    const { price } = world.product;
    await approve(await world.rule({ mode: "order", ...CAPS }));
    await wallet(20 * price - 1);
    const told = async () =>
      (await world.recorded("restock-rule.unable")).filter(({ problem }) => problem === "wallet").length;
    const before = await told();
    await runTwice();
    await world.advance(DAY);
    await wallet(20 * price - 2);
    await runTwice();
    expect(await quantities()).toEqual([]);
    expect(await told()).toBe(before + 1);
    expect(await world.rules()).toMatchObject([
      { problem: { kind: "wallet", message: expect.stringMatching(/^The wallet has .* is needed\.$/) } },
    ]);
    await wallet(20 * price);
    await runTwice();
    expect(await quantities()).toEqual([20]);
    expect(await world.rules()).toMatchObject([{ problem: null }]);
  });

  it("counts what it has ordered for another product a moment ago", async () => {
    await world.begin(0);
    const { price } = world.product;
    const other = await fixedProduct();
    await approve(await world.rule({ mode: "order", ...CAPS, keep: 1, refillTo: 1 }));
    await approve(await world.rule({ productId: other.id, mode: "order", ...CAPS, keep: 1, refillTo: 1 }));
    await wallet(price + other.price - 1);
    await world.run();
    expect(await quantities()).toEqual([1]);
    const rules = await world.rules();
    expect(new Set(rules.map(({ problem }) => problem?.kind ?? null))).toEqual(new Set([null, "wallet"]));
  });

  /** Another product with a price in EUR, which the catalog then has. */
  async function fixedProduct(): Promise<{ id: number; price: number }> {
    const id = await scenario(world.sandbox, "pins-as-strings");
    const { price } = await readProduct(world.request, id);
    if (price === null) throw new Error("the product has no price");
    return { id, price };
  }
});

describe("a thousand restock rules", () => {
  /** How many statements a run of so many rules makes, each with nine codes that nobody has seen. */
  const statementsOf = async (rules: number, keep: number): Promise<number> => {
    await world.begin(9);
    const { db } = world.program;
    const { id: me } = world.request.actor;
    const products = sql`generate_series(1, ${rules}::int) as n`;
    await db.execute(sql`delete from product_stock where product_id > 5000000`);
    await db.execute(sql`delete from catalog_products where product_id > 5000000`);
    await db.execute(sql`insert into product_stock (environment, product_id, delivered, untouched, revealed, exported, handed_out, disputed, expired)
      select 'sandbox', 5000000 + n, 9, 9, 0, 0, 0, 0, 0 from ${products}`);
    await db.execute(sql`insert into catalog_products (environment, product_id, product, raw, sync_run_id, changed_at)
      select 'sandbox', 5000000 + n, product || jsonb_build_object('id', 5000000 + n), '{}', 1, now() from ${products}, catalog_products
      where product_id = ${world.product.id}`);
    await db.execute(sql`insert into restock_rules (environment, owner_id, changed_by, product_id, mode, keep, refill_to, multiple, created_at, updated_at)
      select 'sandbox', ${me}::uuid, ${me}::uuid, 5000000 + n, 'propose', ${keep}::int, 20, 1, now(), now() from ${products}`);
    let statements = 0;
    const logger = { logQuery: () => void (statements += 1) };
    await world.run({ ...world.program, db: drizzle(world.database.pool, { casing: CASING, logger }) });
    return statements;
  };

  it("are decided on with as many statements as three", async () => {
    const few = await statementsOf(3, 5);
    expect(few).toBeGreaterThan(3);
    expect(await statementsOf(1_000, 5)).toBe(few);
    expect(await world.drafts()).toEqual([]);
  });

  it("that all propose at once do so with as many for each draft", async () => {
    const few = await statementsOf(3, 10);
    expect((await world.drafts())[0]?.draft.lines).toHaveLength(3);
    expect(await statementsOf(400, 10)).toBe(few);
    expect((await world.drafts())[0]?.draft.lines).toHaveLength(400);
  });
});
