import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { PROBLEMS_LISTED, type RestockRule, type RestockRules } from "#lib/contracts/restock/restockRules.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { needsAttention } from "#lib/restock/needsAttention.ts";
import { toIso } from "#lib/time/instant.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { restockedProducts, restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { readPositions, type Position } from "./readPositions.ts";
import { isApproved, type RuleRow } from "./ruleRows.ts";

const owners = alias(members, "owners");
const approvers = alias(members, "approvers");

/**
 * The restock rules of the environment, with what each has now and what it did last; those that could not act first
 * (GET /api/restock-rules).
 * @throws AppError `forbidden`.
 */
export async function listRules(request: MemberRequest): Promise<RestockRules> {
  requirePermission(request, "stock.read");
  const { db, environment } = request;
  const rows = await db
    .select({
      rule: restockRules,
      owner: owners.name,
      approver: approvers.name,
      savedQuery: savedViews.query,
    })
    .from(restockRules)
    .innerJoin(owners, eq(owners.id, restockRules.ownerId))
    .leftJoin(approvers, eq(approvers.id, restockRules.approvedBy))
    .leftJoin(savedViews, eq(savedViews.id, restockRules.viewId))
    .where(and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt)))
    .orderBy(sql`${restockRules.problem} is null`, asc(restockRules.productId), asc(restockRules.viewName));
  const ids = rows.map(({ rule }) => rule.id);
  const productIds = [...new Set(rows.flatMap(({ rule }) => productsOf(rule)))];
  const ownIds = rows.flatMap(({ rule }) => rule.productId ?? []);
  const [positions, products, runs, problems] = await Promise.all([
    readPositions(request, environment, productIds),
    readStoredProducts(request, ownIds),
    readLastRuns(request, ids),
    readViewProblems(request, ids),
  ]);
  const productOf = new Map(products.map(({ product }) => [product.id, product]));
  const items = rows.map(({ rule, owner, approver, savedQuery }): RestockRule => {
    const approved = isApproved(rule);
    const product = rule.productId === null ? undefined : productOf.get(rule.productId);
    return {
      ...viewOf(rule),
      approved,
      productName: product?.name ?? null,
      view: ruleView(rule, savedQuery, problems.get(rule.id) ?? []),
      currency: rule.currency ?? product?.currencyCode ?? null,
      owner: { id: rule.ownerId, name: owner },
      approvedBy: rule.mode === "order" && approved ? approver : null,
      position: sumOf(productsOf(rule).map((id) => positions.get(id) ?? NOTHING)),
      problem: problemOf(rule),
      lastRun: runs.get(rule.id) ?? null,
    };
  });
  return { items: items.toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a))) };
}

const NOTHING: Position = { untouched: 0, ordered: 0, proposed: 0 };

function sumOf(positions: readonly Position[]): Position {
  return positions.reduce(
    (sum, each) => ({
      untouched: sum.untouched + each.untouched,
      ordered: sum.ordered + each.ordered,
      proposed: sum.proposed + each.proposed,
    }),
    NOTHING,
  );
}

function productsOf({ productId, viewProducts }: RuleRow): readonly number[] {
  return productId === null ? (viewProducts ?? []) : [productId];
}

function ruleView(
  { viewName, viewQuery, viewProducts }: RuleRow,
  savedQuery: string | null,
  problems: readonly ViewProblem[],
): RestockRule["view"] {
  if (viewName === null || viewQuery === null) return null;
  return {
    name: viewName,
    query: viewQuery,
    products: viewProducts?.length ?? 0,
    since: savedQuery === null ? "deleted" : savedQuery === viewQuery ? "same" : "changed",
    problems: problems.slice(0, PROBLEMS_LISTED),
    problemCount: problems.length,
  };
}

type ViewProblem = NonNullable<RestockRule["view"]>["problems"][number];

/** Why the rules of views could not act for single products, by rule. */
async function readViewProblems(
  request: MemberRequest,
  ids: readonly string[],
): Promise<Map<string, ViewProblem[]>> {
  if (ids.length === 0) return new Map();
  const { ruleId, productId, problem } = restockedProducts;
  const rows = await request.db
    .select()
    .from(restockedProducts)
    .where(and(inArray(ruleId, [...ids]), isNotNull(problem)))
    .orderBy(asc(productId));
  const names = new Map(
    (await readStoredProducts(request, [...new Set(rows.map((row) => row.productId))])).map(({ product }) => [
      product.id,
      product.name,
    ]),
  );
  const byRule = new Map<string, ViewProblem[]>();
  for (const row of rows) {
    const about = problemOf(row);
    if (about === null || row.ruleId === null) continue;
    const name = names.get(row.productId) ?? null;
    const own = byRule.get(row.ruleId) ?? [];
    byRule.set(row.ruleId, [...own, { ...about, productId: row.productId, productName: name }]);
  }
  return byRule;
}

function viewOf(rule: RuleRow) {
  const { id, version, productId, mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, paused } =
    rule;
  return { id, version, productId, mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, paused };
}

function problemOf({
  problem,
  problemMessage,
  problemSince,
}: Pick<RuleRow, "problem" | "problemMessage" | "problemSince">): RestockRule["problem"] {
  if (problem === null || problemSince === null) return null;
  return { kind: problem, message: problemMessage ?? "", since: toIso(problemSince) };
}

async function readLastRuns(
  { db }: MemberRequest,
  ids: readonly string[],
): Promise<Map<string, NonNullable<RestockRule["lastRun"]>>> {
  if (ids.length === 0) return new Map();
  const { ruleId, number, at, mode, quantity, draftId } = restockRuns;
  const rows = await db
    .selectDistinctOn([ruleId], {
      ruleId,
      at,
      mode,
      quantity,
      draftId,
      externalOrderCode: orders.externalOrderCode,
      orderId: orders.orderId,
    })
    .from(restockRuns)
    .leftJoin(orders, eq(orders.id, restockRuns.orderRow))
    .where(inArray(ruleId, [...ids]))
    .orderBy(ruleId, desc(number));
  return new Map(
    rows.map((row) => {
      const { externalOrderCode, orderId } = row;
      const isOrdered = externalOrderCode !== null || orderId !== null;
      const order = isOrdered ? referenceOf({ externalOrderCode, orderId }) : null;
      return [
        row.ruleId,
        { at: toIso(row.at), mode: row.mode, quantity: row.quantity, draftId: row.draftId, order },
      ];
    }),
  );
}
