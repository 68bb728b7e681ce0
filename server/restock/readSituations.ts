import "server-only";
import { and, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { permits } from "#lib/members/roles.ts";
import { positionOf, type Situation } from "#lib/restock/refill.ts";
import { shareProducts } from "#lib/restock/shareProducts.ts";
import type { RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { holderIn } from "#server/context/holderIn.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { restockedProducts, restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { readPositions } from "./readPositions.ts";
import { readViews, viewKey, type RuleProducts, type RuleViews } from "./readViews.ts";
import { isApproved, type RuleRow } from "./ruleRows.ts";

/** What a rule has done, over all its products. A round that goes on notes here what it does, so that its next decision counts it. */
export type Tally = { runs: number; spentToday: number };
/** What the wallet has of a currency, as last reported and less what this round orders; null: not known. */
export type Wallet = { available: number | null };

/** A rule with one of its products, and all that its decision depends on. */
export type SituatedRule = {
  rule: RuleRow;
  productId: number;
  tally: Tally;
  wallet: Wallet;
  /** How often rules have run for the product. */
  productRuns: number;
  toldAt: Instant | null;
  problem: RestockProblem | null;
  situation: Omit<Situation, "spentToday">;
  productName: string | null;
  currency: string | null;
  /** Whether its owner may have such a rule at this moment. */
  isOwnerAllowed: boolean;
  /** What it did today for the product came to nothing, as it is now: it does nothing more before tomorrow. */
  isDeclinedToday: boolean;
};

/** What a rule has begun and not ended, and what is known of it. */
export type Begun = {
  run: OpenRun;
  rule: RuleRow;
  productId: number;
  productName: string | null;
  currency: string | null;
  /** Whether it may still order: it looks after the product, and its owner may have such a rule. */
  isAllowed: boolean;
};
export type OpenRun = typeof restockRuns.$inferSelect;

/** All rules of an environment with the products that each looks after, and what was begun and not ended. */
export type Situations = {
  rules: SituatedRule[];
  open: Begun[];
  views: { rule: RuleRow; found: RuleProducts }[];
};

/**
 * Reads all of it as it was at one moment, in a fixed number of statements whatever the number of rules and products: a code that is
 * delivered meanwhile is either still on its way or there already, and an order that a run has placed counts as soon as the run has ended.
 * @param trial a rule that is not there yet, or as it would be: only its products are returned
 */
export async function readSituations(
  program: Program,
  environment: Environment,
  trial: RuleRow | null = null,
): Promise<Situations> {
  const { db, clock } = program;
  const isOfView = trial !== null && trial.viewQuery !== null;
  const views = await readViews(program, environment, isOfView ? trial : null);
  return db.transaction((tx) => readAll({ db: tx, clock }, environment, { views, trial }), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

type Reading = Pick<Program, "clock"> & { db: Transaction };
type Given = { views: RuleViews; trial: RuleRow | null };

async function readAll(
  reading: Reading,
  environment: Environment,
  { views, trial }: Given,
): Promise<Situations> {
  const { db, clock } = reading;
  const known = await db
    .select()
    .from(restockRules)
    .where(and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt)));
  const rules = trial === null ? known : [...known.filter(({ id }) => id !== trial.id), trial];
  const begun = await readOpen(reading, environment);
  if (rules.length === 0 && begun.length === 0) return { rules: [], open: [], views: [] };
  // A view that was not read a moment ago belongs to the next round.
  const viewOf = (rule: RuleRow) => (rule.viewQuery === null ? undefined : views.get(viewKey(rule)));
  const shares = shareProducts(rules, (rule) =>
    isApproved(rule) || rule.id === trial?.id ? (viewOf(rule)?.ids ?? []) : [],
  ).filter(({ rule }) => trial === null || rule.id === trial.id);
  const productIds = [...new Set([...shares, ...begun].map(({ productId }) => productId))];
  const ownerIds = [...new Set(shares.map(({ rule }) => rule.ownerId))];
  const today = Math.floor(clock.now() / DAY) * DAY;
  // One after the other, as a transaction has one connection.
  const positions = await readPositions(reading, environment, productIds);
  const products = await readProducts(reading, environment, productIds);
  const owners = await readOwners(reading, environment, ownerIds);
  const spent = await readSpent(reading, today);
  const wallets = await readWallets(reading, environment);
  const declined = await readDeclined(reading, today);
  const states = await readStates(reading, environment, productIds);
  const tallies = new Map(
    rules.map(({ id, runs }): [string, Tally] => [id, { runs, spentToday: spent.get(id) ?? 0 }]),
  );
  const situated = shares.flatMap(({ rule, productId }): SituatedRule[] => {
    const tally = tallies.get(rule.id);
    if (tally === undefined) return [];
    const product = products.get(productId);
    const currency = product?.currency ?? null;
    const state = states.get(productId);
    const told = rule.productId !== null ? rule : state?.ruleId === rule.id ? state : null;
    return [
      {
        rule,
        productId,
        tally,
        wallet: (currency === null ? undefined : wallets.get(currency)) ?? { available: null },
        productRuns: state?.runs ?? 0,
        toldAt: told?.toldAt ?? null,
        problem: told?.problem ?? null,
        situation: {
          position: positions.get(productId) ?? { untouched: 0, ordered: 0, proposed: 0 },
          product: product === undefined || product.isRetired ? null : product,
        },
        productName: product?.name ?? null,
        currency,
        isOwnerAllowed: owners.get(rule.ownerId)?.(rule.mode) === true,
        isDeclinedToday: declined.has(declinedKey(rule.id, productId)),
      },
    ];
  });
  const open = begun.map((each): Begun => {
    const { name = null, currency = null } = products.get(each.productId) ?? {};
    const looksAfter = situated.find(
      ({ rule, productId }) => rule.id === each.rule.id && productId === each.productId,
    );
    return { ...each, productName: name, currency, isAllowed: looksAfter?.isOwnerAllowed === true };
  });
  const ofViews = rules.flatMap((rule) => {
    const found = viewOf(rule);
    return found === undefined || rule.paused ? [] : [{ rule, found }];
  });
  return { rules: fewestFirst(situated), open, views: ofViews };
}

/** Of a view, the products with the fewest codes come first, in case not all can be had today. */
function fewestFirst(situated: readonly SituatedRule[]): SituatedRule[] {
  return situated.toSorted(
    (a, b) =>
      positionOf(a.situation.position) - positionOf(b.situation.position) || a.productId - b.productId,
  );
}

async function readOpen(
  { db }: Reading,
  environment: Environment,
): Promise<{ run: OpenRun; rule: RuleRow; productId: number }[]> {
  const rows = await db
    .select({ run: restockRuns, rule: restockRules })
    .from(restockRuns)
    .innerJoin(restockRules, eq(restockRules.id, restockRuns.ruleId))
    .where(and(isNull(restockRuns.endedAt), eq(restockRules.environment, environment)));
  return rows.flatMap(({ run, rule }) => {
    const productId = run.productId ?? rule.productId;
    return productId === null ? [] : [{ run, rule, productId }];
  });
}

/** What rules have done for products so far. */
async function readStates({ db }: Reading, environment: Environment, ids: readonly number[]) {
  const { productId } = restockedProducts;
  const rows = await db
    .select()
    .from(restockedProducts)
    .where(
      and(
        eq(restockedProducts.environment, environment),
        sql`${productId} = any(${sql.param([...ids])}::bigint[])`,
      ),
    );
  return new Map(rows.map((row) => [row.productId, row]));
}

async function readProducts({ db }: Reading, environment: Environment, ids: readonly number[]) {
  const { productId, product, retiredAt } = catalogProducts;
  const rows = await db
    .select({ product, retiredAt })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, environment),
        sql`${productId} = any(${sql.param([...ids])}::bigint[])`,
      ),
    );
  return new Map(
    rows.map((row) => [
      row.product.id,
      {
        name: row.product.name,
        currency: row.product.currencyCode,
        price: row.product.price,
        isOpen: row.product.denomination === "open",
        isRetired: row.retiredAt !== null,
      },
    ]),
  );
}

/** For each owner, whether they may have a rule of a mode: an account that is disabled may have none. */
async function readOwners({ db }: Reading, environment: Environment, ids: readonly string[]) {
  const rows = await db
    .select({ id: members.id, role: members.role, customRole: customRoles })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(and(inArray(members.id, [...ids]), isNull(members.disabledAt)));
  return new Map(
    rows.map(({ id, role, customRole }) => {
      const holder = holderIn(role, customRole, environment);
      const mayRule = permits(holder, "rules.manage");
      const mayOrder = permits(holder, "orders.place");
      return [id, (mode: RuleRow["mode"]) => mayRule && (mode === "tell" || mayOrder)];
    }),
  );
}

/** What each rule has ordered or proposed for since an instant; what came to nothing does not count. */
async function readSpent({ db }: Reading, since: number): Promise<Map<string, number>> {
  const { ruleId, quantity, price, at, mode, endedAt, orderRow } = restockRuns;
  const rows = await db
    .select({ ruleId, spent: sql<string>`sum(${quantity}::bigint * ${price})` })
    .from(restockRuns)
    .where(and(gte(at, since), isNotNull(price), or(ne(mode, "order"), isNull(endedAt), isNotNull(orderRow))))
    .groupBy(ruleId);
  return new Map(rows.map((row) => [row.ruleId, Number(row.spent)]));
}

async function readWallets({ db }: Reading, environment: Environment): Promise<Map<string, Wallet>> {
  const { currency, available, at, id } = walletBalances;
  const rows = await db
    .selectDistinctOn([currency], { currency, available })
    .from(walletBalances)
    .where(eq(walletBalances.environment, environment))
    .orderBy(currency, sql`${at} desc`, sql`${id} desc`);
  return new Map(rows.map((row) => [row.currency, { available: row.available }]));
}

function declinedKey(ruleId: string, productId: number): string {
  return `${ruleId} ${productId}`;
}

/**
 * The rules and products of which something came to nothing since an instant, and since the rules say what they say: the owner has deleted
 * a proposal, or an order was refused, declined or withdrawn.
 */
async function readDeclined({ db }: Reading, since: number): Promise<Set<string>> {
  const { ruleId, at, mode, endedAt, orderRow } = restockRuns;
  const isRefused = and(
    eq(mode, "order"),
    isNotNull(endedAt),
    or(isNull(orderRow), inArray(orders.state, [...NOTHING_BOUGHT])),
  );
  const rows = await db
    .selectDistinct({
      ruleId,
      productId: sql`coalesce(${restockRuns.productId}, ${restockRules.productId})`.mapWith(Number),
    })
    .from(restockRuns)
    .innerJoin(restockRules, eq(restockRules.id, ruleId))
    .leftJoin(drafts, eq(drafts.id, restockRuns.draftId))
    .leftJoin(orders, eq(orders.id, orderRow))
    .where(and(gte(at, since), gte(at, restockRules.updatedAt), or(isNotNull(drafts.deletedAt), isRefused)));
  return new Set(rows.map((row) => declinedKey(row.ruleId, row.productId)));
}
