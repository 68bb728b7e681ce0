import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import {
  changeRuleRequestSchema,
  type MakeRuleRequest,
  type RestockRule,
} from "#lib/contracts/restock/restockRules.ts";
import { DAY } from "#lib/time/instant.ts";
import { syncCatalog } from "#server/catalog/sync/syncCatalog.ts";
import { makeRuleRequestSchema } from "#lib/contracts/restock/restockRules.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { members } from "#server/db/schema/members.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { approveRule } from "#server/restock/approveRule.ts";
import { beginRun } from "#server/restock/beginRun.ts";
import { previewRule } from "#server/restock/previewRule.ts";
import { readSituations } from "#server/restock/readSituations.ts";
import { changeRule, makeRule } from "#server/restock/saveRule.ts";
import { kindOf } from "#tests/integration/orders/limits/limitWorld.ts";
import { createRulesWorld, type RulesWorld } from "./rulesWorld.ts";

let world: RulesWorld;
/** Products with a fixed price in EUR that one view shows, the cheapest first, and what shows them. */
let products: { id: number; price: number }[];
let brand: string;

beforeAll(async () => {
  world = await createRulesWorld();
  await syncCatalog(world.program, "sandbox", { firstPause: 1 });
  const stored = await world.program.db.select({ product: catalogProducts.product }).from(catalogProducts);
  const fixed = stored.flatMap(
    ({
      product: {
        id,
        price,
        currencyCode,
        denomination,
        brands: [of = null],
      },
    }) =>
      price !== null && currencyCode === "EUR" && denomination === "fixed" && of !== null && of !== "Scenario"
        ? [{ id, price, brand: of }]
        : [],
  );
  const groups = [...Map.groupBy(fixed, (each) => each.brand)].filter(([, { length }]) => length >= 3);
  const [group] = groups;
  if (group === undefined) throw new Error("no brand has three such products");
  brand = group[0];
  products = group[1].toSorted((a, b) => a.price - b.price);
});
afterAll(() => world.close());

async function begin(): Promise<void> {
  await world.begin(50);
  await world.program.db.delete(savedViews);
  await world.advance(DAY);
}

async function view(shown: CatalogView = { brand: [brand] }, name = "Our brand"): Promise<string> {
  const now = world.now();
  const [row] = await world.program.db
    .insert(savedViews)
    .values({
      environment: "sandbox",
      memberId: world.request.actor.id,
      shared: false,
      name,
      nameKey: randomUUID(),
      query: viewQuery(shown),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: savedViews.id });
  return row?.id ?? "";
}

async function make(more: Partial<MakeRuleRequest> = {}, viewId?: string): Promise<RestockRule> {
  const id = viewId ?? (await view());
  const asked = { mode: "propose" as const, keep: 2, refillTo: 3, view: { id, currency: "EUR" }, ...more };
  const { items } = await makeRule(world.request, makeRuleRequestSchema.parse(asked));
  const made = items.find((rule) => rule.view !== null);
  if (made === undefined) throw new Error("the rule is not there");
  return made;
}
const approve = ({ id, version }: RestockRule) => approveRule(world.approver, { ruleId: id, version });
const only = async () => {
  const [rule] = await world.rules();
  if (rule === undefined) throw new Error("the rule is gone");
  return rule;
};
const runTwice = async () => {
  await Promise.all([world.run(), world.run(world.instance()), world.run(world.instance())]);
  await world.run();
};
const ordered = async () =>
  (await world.orders()).flatMap(({ lines }) =>
    lines.map(({ productId, quantity }) => ({ productId, quantity })),
  );
const byNumber = (a: number, b: number) => a - b;
const caps = () => ({ highestPrice: 10_000_000, mostPerDay: 1_000_000_000 });

describe("a restock rule of a saved view", () => {
  it("proposes what is missing of each product in one draft, whatever runs at once, and no more while that counts", async () => {
    await begin();
    const rule = await make();
    expect(rule).toMatchObject({
      productId: null,
      view: { name: "Our brand", products: products.length, since: "same" },
    });
    await runTwice();
    const drafts = await world.drafts();
    expect(drafts).toHaveLength(1);
    const lines = drafts[0]?.draft.lines.map(({ productId, quantity }) => [productId, quantity] as const);
    expect(lines).toHaveLength(products.length);
    expect(new Map(lines)).toEqual(new Map(products.map(({ id }) => [id, "3"])));
    expect((await only()).position).toEqual({ untouched: 0, ordered: 0, proposed: 3 * products.length });
  });

  it("does what its preview says, which does nothing itself", async () => {
    await begin();
    const asked = {
      mode: "propose" as const,
      keep: 2,
      refillTo: 3,
      view: { id: await view(), currency: "EUR" },
    };
    const preview = await previewRule(world.request, makeRuleRequestSchema.parse(asked));
    const total = products.reduce((sum, { price }) => sum + 3 * price, 0);
    expect(preview).toMatchObject({
      products: products.length,
      elsewhere: 0,
      currency: "EUR",
      acts: { products: products.length, codes: 3 * products.length, total },
      problem: null,
    });
    expect(await world.rules()).toEqual([]);
    expect(await world.drafts()).toEqual([]);
    await make({}, asked.view.id);
    await world.run();
    const [draft] = await world.drafts();
    expect(draft?.draft.lines.map(({ productId }) => productId).toSorted(byNumber)).toEqual(
      preview.items.map(({ productId }) => productId).toSorted(byNumber),
    );
  });

  it("orders for each product once, and for all of them together at most what its day allows", async () => {
    await begin();
    const [first, second] = products;
    if (first === undefined || second === undefined) throw new Error("too few products");
    // Enough for the three codes of one product, and not for those of all.
    const mostPerDay = 3 * first.price + second.price;
    await approve(await make({ mode: "order", ...caps(), mostPerDay }));
    await runTwice();
    await runTwice();
    const rows = await world.orders();
    const spent = rows.reduce((sum, { price }) => sum + (price ?? 0), 0);
    expect(rows.length).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(mostPerDay);
    const bought = (await ordered()).map(({ productId }) => productId);
    expect(new Set(bought).size).toBe(bought.length);
    const runs = await world.program.db.select().from(restockRuns);
    expect(new Set(runs.map(({ number }) => number)).size).toBe(runs.length);
    // It says of each product that still has too few why, once.
    const rule = await only();
    const codes = new Map((await ordered()).map(({ productId, quantity }) => [productId, quantity ?? 0]));
    const short = products.filter(({ id }) => (codes.get(id) ?? 0) < rule.keep);
    expect(rule.view?.problemCount).toBe(short.length);
    expect(rule.view?.problems.every(({ kind }) => kind === "day")).toBe(true);
    const told = (await world.recorded("restock-rule.unable")).filter(({ problem }) => problem === "day");
    expect(told).toHaveLength(short.length);
  });

  it("does nothing before another member has approved it, and needs that again for what the view shows since", async () => {
    await begin();
    const viewId = await view();
    const rule = await make({ mode: "order", ...caps() }, viewId);
    await runTwice();
    expect(await ordered()).toEqual([]);
    await approve(rule);
    // What the saved view shows since is nothing that anybody has consented to.
    await world.program.db.update(savedViews).set({ query: "currency=EUR" }).where(eq(savedViews.id, viewId));
    await world.run();
    expect((await ordered()).map(({ productId }) => productId).toSorted(byNumber)).toEqual(
      products.map(({ id }) => id).toSorted(byNumber),
    );
    const now = await only();
    expect(now).toMatchObject({ approved: true, view: { since: "changed" } });
    await world.program.db
      .update(savedViews)
      .set({ query: viewQuery({ brand: [brand], q: "a" }) })
      .where(eq(savedViews.id, viewId));
    const { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version } = now;
    const same = { mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, version };
    const changed = await changeRule(world.request, {
      ruleId: now.id,
      ...changeRuleRequestSchema.parse({ ...same, takesViewAsSaved: true }),
    });
    expect(changed.items).toMatchObject([{ approved: false, view: { since: "same" } }]);
  });

  it("leaves a product to its own rule, also while that is paused", async () => {
    await begin();
    const [own] = products;
    if (own === undefined) throw new Error("no product");
    const one = await world.rule({ productId: own.id, mode: "tell", keep: 1, refillTo: 1 });
    const viewId = await view();
    expect(
      await previewRule(
        world.request,
        makeRuleRequestSchema.parse({
          mode: "tell",
          keep: 1,
          refillTo: 1,
          view: { id: viewId, currency: "EUR" },
        }),
      ),
    ).toMatchObject({ products: products.length - 1, elsewhere: 1 });
    await make({}, viewId);
    await world.program.db.update(restockRules).set({ paused: true }).where(eq(restockRules.id, one.id));
    await runTwice();
    const [draft] = await world.drafts();
    expect(draft?.draft.lines.map(({ productId }) => productId)).not.toContain(own.id);
    expect(draft?.draft.lines).toHaveLength(products.length - 1);
  });

  it("says of each product once why it could not act, and no more when the reason is gone", async () => {
    await begin();
    const [cheap] = products;
    const dearest = products.at(-1);
    if (cheap === undefined || dearest === undefined) throw new Error("too few products");
    await make({ highestPrice: dearest.price });
    const price = sql`jsonb_set(${catalogProducts.product}, '{price}', to_jsonb(${dearest.price + 1}::int))`;
    const isDearest = and(
      eq(catalogProducts.environment, "sandbox"),
      eq(catalogProducts.productId, dearest.id),
    );
    const told = async () =>
      (await world.recorded("restock-rule.unable")).filter(({ productId }) => productId === dearest.id);
    const before = (await told()).length;
    await world.program.db.update(catalogProducts).set({ product: price }).where(isDearest);
    await runTwice();
    await runTwice();
    expect((await only()).view).toMatchObject({
      problemCount: 1,
      problems: [{ kind: "price", productId: dearest.id }],
    });
    expect(await told()).toHaveLength(before + 1);
    const back = sql`jsonb_set(${catalogProducts.product}, '{price}', to_jsonb(${dearest.price}::int))`;
    await world.program.db.update(catalogProducts).set({ product: back }).where(isDearest);
    await world.run();
    expect((await only()).view).toMatchObject({ problemCount: 0 });
    const lines = (await world.drafts()).flatMap(({ draft }) =>
      draft.lines.map(({ productId }) => productId),
    );
    expect(lines).toContain(dearest.id);
  });

  it("tells its owner once for each product, and once that they may have no such rule any more", async () => {
    await begin();
    await make({ mode: "tell" });
    const told = async () => (await world.recorded("restock-rule.told")).length;
    const before = await told();
    await runTwice();
    await runTwice();
    expect(await told()).toBe(before + products.length);
    const owner = eq(members.id, world.request.actor.id);
    const unable = async () =>
      (await world.recorded("restock-rule.unable")).filter(({ problem }) => problem === "owner").length;
    const known = await unable();
    await world.program.db.update(members).set({ disabledAt: world.now() }).where(owner);
    await runTwice();
    await world.program.db.update(members).set({ disabledAt: null }).where(owner);
    expect(await unable()).toBe(known + 1);
  });

  it("refuses a view of favourites, of open amounts, without products, or with too many, and says what to do", async () => {
    await begin();
    const said = async (shown: CatalogView, currency = "EUR") => {
      const id = await view(shown);
      const asked = { mode: "tell" as const, keep: 1, refillTo: 1, view: { id, currency } };
      const made = makeRule(world.request, makeRuleRequestSchema.parse(asked));
      return made.then(
        () => "made",
        (error: unknown) => String(error),
      );
    };
    expect(await said({ favourites: "mine" })).toContain("favourites");
    expect(await said({ denomination: "open" })).toContain("open amount");
    expect(await said({ currency: ["USD"] })).toContain("no products in EUR");
    expect(await said({ q: "no such product at all" })).toContain("no product");
    const many = sql`generate_series(1, 501) as n`;
    await world.program.db
      .execute(sql`insert into catalog_products (environment, product_id, product, raw, sync_run_id, changed_at)
      select 'sandbox', 7000000 + n, product || jsonb_build_object('id', 7000000 + n, 'name', 'Manifold ' || n), '{}', 1, now()
      from ${many}, catalog_products where product_id = ${products[0]?.id ?? 0}`);
    await world.program.db.execute(sql`update catalog_versions set version = version + 1`);
    expect(await said({ q: "Manifold" })).toContain("501 products");
    await world.program.db.execute(sql`delete from catalog_products where product_id > 7000000`);
    await world.program.db.execute(sql`update catalog_versions set version = version + 1`);
    const other = world.as(world.approver.actor);
    const asked = {
      mode: "tell" as const,
      keep: 1,
      refillTo: 1,
      view: { id: await view(), currency: "EUR" },
    };
    expect(await kindOf(makeRule(other, makeRuleRequestSchema.parse(asked)))).toBe("forbidden");
  });

  it("acts for a product on one occasion once, even if two rules look after it at the same moment", async () => {
    await begin();
    await make();
    const stale = await readSituations(world.program, "sandbox");
    await world.run();
    const [one] = stale.rules;
    if (one === undefined) throw new Error("no product is short");
    // As another rule would, that has read the product at the same moment.
    const [again] = await world.program.db.select().from(restockRules);
    if (again === undefined) throw new Error("the rule is gone");
    const other = { ...one, rule: again, tally: { ...one.tally, runs: again.runs } };
    const run = { at: world.now(), mode: "propose" as const, quantity: 1, price: 1, endedAt: world.now() };
    expect(await world.program.db.transaction((tx) => beginRun(tx, other, run))).toBeNull();
  });
});
