import "server-only";
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { RulesToAttend } from "#lib/contracts/restock/restockRules.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { restockedProducts, restockRules } from "#server/db/schema/restock.ts";

/** How many are listed; the page Stock has all. */
const LISTED = 5;

/**
 * The restock rules that wait for this member: their own that could not act, and those of others that order and need consent, if they may
 * give it (GET /api/restock-rules/attention).
 * @throws AppError `forbidden`.
 */
export async function listRulesToAttend(request: MemberRequest): Promise<RulesToAttend> {
  requirePermission(request, "stock.read");
  const { db, environment, actor } = request;
  const { id, productId, viewName, ownerId, mode, problem, problemMessage } = restockRules;
  const { version, approvedVersion, paused } = restockRules;
  // Of a view's rule: the first product that it could not act for.
  const ofProducts = sql<string | null>`(select ${restockedProducts.problemMessage} from ${restockedProducts}
    where ${restockedProducts.ruleId} = ${id} and ${restockedProducts.problem} is not null
    order by ${restockedProducts.productId} limit 1)`;
  const isUnable = and(eq(ownerId, actor.id), or(isNotNull(problem), sql`${ofProducts} is not null`));
  const needsConsent = and(
    eq(mode, "order"),
    ne(ownerId, actor.id),
    eq(paused, false),
    sql`${approvedVersion} is distinct from ${version}`,
  );
  const rows = await db
    .select({
      id,
      productId,
      viewName,
      ownerId,
      problemMessage: sql<string | null>`coalesce(${problemMessage}, ${ofProducts})`,
      product: catalogProducts.product,
    })
    .from(restockRules)
    .leftJoin(
      catalogProducts,
      and(eq(catalogProducts.environment, environment), eq(catalogProducts.productId, productId)),
    )
    .where(
      and(
        eq(restockRules.environment, environment),
        isNull(restockRules.deletedAt),
        permits(actor, "orders.approve") ? or(isUnable, needsConsent) : isUnable,
      ),
    )
    .orderBy(asc(restockRules.updatedAt), asc(id))
    .limit(LISTED);
  return {
    items: rows.map((row) => ({
      id: row.id,
      productId: row.productId,
      name: row.viewName ?? row.product?.name ?? `Product ${row.productId}`,
      problem: row.ownerId === actor.id ? row.problemMessage : null,
    })),
  };
}
