import "server-only";
import { and, eq, or } from "drizzle-orm";
import type { z } from "zod";
import { MOST_VIEW_PRODUCTS, type makeRuleRequestSchema } from "#lib/contracts/restock/restockRules.ts";
import { formatCount } from "#lib/text/counts.ts";
import { readOfferedProducts } from "#server/catalog/readStoredProducts.ts";
import { readViewProducts } from "#server/catalog/views/readViewProducts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import type { restockRules } from "#server/db/schema/restock.ts";

type Values = typeof restockRules.$inferInsert & { viewId: string | null };

/**
 * A rule of the member's own as it is written. What its view shows is taken as it is saved now.
 * @throws AppError `validation` for a product that is not offered, an amount that does not fit it, or a view that no rule can look after.
 */
export async function newRule(
  request: MemberRequest,
  { productId, view, ...terms }: z.output<typeof makeRuleRequestSchema>,
): Promise<Values> {
  const { environment, actor, clock } = request;
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now };
  const values = { ...terms, environment, ownerId: actor.id, changedBy: actor.id, ...times };
  if (view === undefined) {
    await requireAmount(request, productId ?? 0, terms.amount);
    return { ...values, productId: productId ?? 0, viewId: null };
  }
  if (terms.amount !== null) refuse("amount", "Leave the amount out: the products of a view have prices.");
  return { ...values, ...(await viewOf(request, view.id, view.currency)), viewId: view.id };
}

/**
 * What a saved view that the member sees shows now, as a rule keeps it.
 * @throws AppError `validation`.
 */
export async function viewOf(request: MemberRequest, viewId: string, currency: string | null) {
  const { environment, actor } = request;
  const [saved] = await request.db
    .select({ viewName: savedViews.name, viewQuery: savedViews.query })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.id, viewId),
        eq(savedViews.environment, environment),
        or(savedViews.shared, eq(savedViews.memberId, actor.id)),
      ),
    );
  if (saved === undefined) return refuse("view", "This view no longer exists. Choose another one.");
  const asked = { environment, query: saved.viewQuery, currency: currency ?? "", most: MOST_VIEW_PRODUCTS };
  const found = await readViewProducts(request, asked);
  if (!found.ok) return refuse("view", found.message);
  if (found.total > MOST_VIEW_PRODUCTS)
    return refuse(
      "view",
      `This view shows ${formatCount(found.total)} products with a price in ${currency}. A rule looks after ${formatCount(MOST_VIEW_PRODUCTS)} at most: filter it further.`,
    );
  if (found.total === 0)
    return refuse("view", `This view shows no product with a price in ${currency}. Choose another one.`);
  return { ...saved, currency, viewProducts: found.ids };
}

/** @throws AppError `validation` for a product that is not offered, and for an amount that does not fit it. */
export async function requireAmount(
  request: MemberRequest,
  productId: number,
  amount: number | null,
): Promise<void> {
  const product = (await readOfferedProducts(request, [productId])).get(productId);
  if (product === undefined)
    throw new AppError("validation", `The catalog has no product ${productId} now. Check the ID.`);
  const isOpen = product.denomination === "open";
  if (isOpen === (amount !== null)) return;
  refuse(
    "amount",
    isOpen ? "Say of which amount the codes are." : "Leave the amount out: the product has a price.",
  );
}

function refuse(field: "amount" | "view", message: string): never {
  throw new AppError("validation", message, { fields: { [field]: message } });
}
