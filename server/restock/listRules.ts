import "server-only";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { RestockRule, RestockRules } from "#lib/contracts/restock/restockRules.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { toIso } from "#lib/time/instant.ts";
import { readStoredProducts } from "#server/catalog/readStoredProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { restockRules, restockRuns } from "#server/db/schema/restock.ts";
import { readPositions } from "./readPositions.ts";
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
    .select({ rule: restockRules, owner: owners.name, approver: approvers.name })
    .from(restockRules)
    .innerJoin(owners, eq(owners.id, restockRules.ownerId))
    .leftJoin(approvers, eq(approvers.id, restockRules.approvedBy))
    .where(and(eq(restockRules.environment, environment), isNull(restockRules.deletedAt)))
    .orderBy(sql`${restockRules.problem} is null`, asc(restockRules.productId));
  const productIds = rows.map(({ rule }) => rule.productId);
  const [positions, products, runs] = await Promise.all([
    readPositions(request, environment, productIds),
    readStoredProducts(request, productIds),
    readLastRuns(
      request,
      rows.map(({ rule }) => rule.id),
    ),
  ]);
  const productOf = new Map(products.map(({ product }) => [product.id, product]));
  return {
    items: rows.map(({ rule, owner, approver }): RestockRule => {
      const approved = isApproved(rule);
      const product = productOf.get(rule.productId);
      return {
        ...viewOf(rule),
        approved,
        productName: product?.name ?? null,
        currency: product?.currencyCode ?? null,
        owner: { id: rule.ownerId, name: owner },
        approvedBy: rule.mode === "order" && approved ? approver : null,
        position: positions.get(rule.productId) ?? { untouched: 0, ordered: 0, proposed: 0 },
        problem: problemOf(rule),
        lastRun: runs.get(rule.id) ?? null,
      };
    }),
  };
}

function viewOf(rule: RuleRow) {
  const { id, version, productId, mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, paused } =
    rule;
  return { id, version, productId, mode, keep, refillTo, multiple, amount, highestPrice, mostPerDay, paused };
}

function problemOf({ problem, problemMessage, problemSince }: RuleRow): RestockRule["problem"] {
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
