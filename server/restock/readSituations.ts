import "server-only";
import { and, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { permits } from "#lib/members/roles.ts";
import type { Situation } from "#lib/restock/refill.ts";
import { DAY } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { holderIn } from "#server/context/holderIn.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { drafts, orders } from "#server/db/schema/orders.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { readPositions } from "./readPositions.ts";
import type { RuleRow } from "./ruleRows.ts";

/** A rule with all that its decision depends on. */
export type SituatedRule = {
  rule: RuleRow;
  situation: Situation;
  productName: string | null;
  currency: string | null;
  /** Whether its owner may have such a rule at this moment. */
  isOwnerAllowed: boolean;
  /** What the wallet has, as last reported; null: not known. */
  available: number | null;
  /** What it did today came to nothing, as it is now: it does nothing more before tomorrow. */
  isDeclinedToday: boolean;
};

/** All rules of an environment that are not paused, and what they have begun and not ended, by rule. */
export type Situations = { rules: SituatedRule[]; open: Map<string, OpenRun> };
export type OpenRun = typeof restockRuns.$inferSelect;

/**
 * Reads all of it as it was at one moment, in a fixed number of statements whatever the number of rules: a code that is delivered meanwhile
 * is either still on its way or there already, and an order that a run has placed counts as soon as the run has ended.
 */
export function readSituations({ db, clock }: Program, environment: Environment): Promise<Situations> {
  return db.transaction((tx) => readAll({ db: tx, clock }, environment), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

type Reading = Pick<Program, "clock"> & { db: Transaction };

async function readAll(reading: Reading, environment: Environment): Promise<Situations> {
  const { db, clock } = reading;
  const rules = await db
    .select()
    .from(restockRules)
    .where(
      and(
        eq(restockRules.environment, environment),
        isNull(restockRules.deletedAt),
        eq(restockRules.paused, false),
      ),
    );
  if (rules.length === 0) return { rules: [], open: new Map() };
  const productIds = rules.map(({ productId }) => productId);
  const today = Math.floor(clock.now() / DAY) * DAY;
  // One after the other, as a transaction has one connection.
  const positions = await readPositions(reading, environment, productIds);
  const products = await readProducts(reading, environment, productIds);
  const owners = await readOwners(reading, environment, [...new Set(rules.map(({ ownerId }) => ownerId))]);
  const spent = await readSpent(reading, today);
  const balances = await readBalances(reading, environment);
  const declined = await readDeclined(reading, today);
  const open = await readOpen(reading, environment);
  const situated = rules.map((rule) => {
    const product = products.get(rule.productId);
    const offered = product === undefined || product.isRetired ? null : product;
    const currency = product?.currency ?? null;
    const position = positions.get(rule.productId) ?? { untouched: 0, ordered: 0, proposed: 0 };
    return {
      rule,
      situation: { position, product: offered, spentToday: spent.get(rule.id) ?? 0 },
      productName: product?.name ?? null,
      currency,
      isOwnerAllowed: owners.get(rule.ownerId)?.(rule.mode) === true,
      available: currency === null ? null : (balances.get(currency) ?? null),
      isDeclinedToday: declined.has(rule.id),
    };
  });
  return { rules: situated, open };
}

async function readOpen({ db }: Reading, environment: Environment): Promise<Map<string, OpenRun>> {
  const rows = await db
    .select({ run: restockRuns })
    .from(restockRuns)
    .innerJoin(restockRules, eq(restockRules.id, restockRuns.ruleId))
    .where(and(isNull(restockRuns.endedAt), eq(restockRules.environment, environment)));
  return new Map(rows.map(({ run }) => [run.ruleId, run]));
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

async function readBalances({ db }: Reading, environment: Environment): Promise<Map<string, number>> {
  const { currency, available, at, id } = walletBalances;
  const rows = await db
    .selectDistinctOn([currency], { currency, available })
    .from(walletBalances)
    .where(eq(walletBalances.environment, environment))
    .orderBy(currency, sql`${at} desc`, sql`${id} desc`);
  return new Map(rows.map((row) => [row.currency, row.available]));
}

/**
 * The rules of which something came to nothing since an instant, and since they say what they say: the owner has deleted a proposal, or an
 * order was refused, declined or withdrawn.
 */
async function readDeclined({ db }: Reading, since: number): Promise<Set<string>> {
  const { ruleId, at, mode, endedAt, orderRow } = restockRuns;
  const isRefused = and(
    eq(mode, "order"),
    isNotNull(endedAt),
    or(isNull(orderRow), inArray(orders.state, [...NOTHING_BOUGHT])),
  );
  const rows = await db
    .selectDistinct({ ruleId })
    .from(restockRuns)
    .innerJoin(restockRules, eq(restockRules.id, ruleId))
    .leftJoin(drafts, eq(drafts.id, restockRuns.draftId))
    .leftJoin(orders, eq(orders.id, orderRow))
    .where(and(gte(at, since), gte(at, restockRules.updatedAt), or(isNotNull(drafts.deletedAt), isRefused)));
  return new Set(rows.map((row) => row.ruleId));
}
