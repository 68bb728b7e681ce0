import "server-only";
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { RulesToAttend } from "#lib/contracts/restock/restockRules.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { restockRules } from "#server/db/schema/restock.ts";

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
  const { id, productId, ownerId, mode, problem, problemMessage, version, approvedVersion, paused } =
    restockRules;
  const isUnable = and(eq(ownerId, actor.id), isNotNull(problem));
  const needsConsent = and(
    eq(mode, "order"),
    ne(ownerId, actor.id),
    eq(paused, false),
    sql`${approvedVersion} is distinct from ${version}`,
  );
  const rows = await db
    .select({ id, productId, ownerId, problemMessage, product: catalogProducts.product })
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
      productName: row.product?.name ?? null,
      problem: row.ownerId === actor.id ? row.problemMessage : null,
    })),
  };
}
