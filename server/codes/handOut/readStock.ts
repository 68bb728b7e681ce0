import "server-only";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { MOST_STOCKED, type Exposure, type Stock } from "#lib/contracts/codes/handOut.ts";
import { WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, NOT_WITHHELD, orders } from "#server/db/schema/orders.ts";
import {
  DELIVERED_PRODUCT,
  EXPOSURE,
  IS_DOUBTFUL,
  IS_THERE,
  SAME_CODE,
  SAME_TEXT,
} from "./deliveredProduct.ts";

const IS_LEFT = sql`${codeHandOuts.id} is null and ${IS_THERE} and ${NOT_WITHHELD} and not ${IS_DOUBTFUL}`;

/**
 * How many codes of each product were delivered, were handed out and are left, and who has seen those, over all orders of the environment.
 * @throws AppError `forbidden`.
 */
export async function readStock(request: MemberRequest): Promise<Stock> {
  requirePermission(request, "codes.reveal");
  const product = DELIVERED_PRODUCT.as("product");
  const name = sql<string | null>`max((
    select line->>'productName' from jsonb_array_elements(${orders.lines}) line
    where (line->>'productId')::bigint = ${DELIVERED_PRODUCT} limit 1
  ))`;
  const left = (exposure: Exposure) =>
    sql<number>`(count(distinct ${codeFingerprints.fingerprint}) filter (where ${IS_LEFT} and ${EXPOSURE} = ${exposure}))::int`;
  const rows = await request.db
    .select({
      product,
      name,
      delivered: sql<number>`(count(*) filter (where ${IS_THERE}))::int`,
      handedOut: sql<number>`(count(distinct ${codeHandOuts.id}) filter (where ${codeHandOuts.state} = 'handed_out'))::int`,
      disputed: sql<number>`(count(distinct ${codeHandOuts.id}) filter (where ${codeHandOuts.state} = 'disputed'))::int`,
      untouched: left("untouched"),
      revealed: left("revealed"),
      exported: left("exported"),
    })
    .from(codeFingerprints)
    .innerJoin(orders, eq(orders.id, codeFingerprints.orderRow))
    .leftJoin(codeHandOuts, SAME_CODE)
    .leftJoin(codeExposures, SAME_TEXT)
    .where(and(eq(orders.environment, request.environment), inArray(orders.state, WITH_CODES)))
    .groupBy(sql`product`)
    // Codes whose product is not known are counted in any case.
    .orderBy(
      sql`${DELIVERED_PRODUCT} is not null`,
      desc(sql`count(distinct ${codeFingerprints.fingerprint}) filter (where ${IS_LEFT})`),
      asc(sql`product`),
    )
    .limit(MOST_STOCKED + 2);
  const items = rows.flatMap(({ product: productId, name: productName, ...counts }) =>
    productId === null ? [] : [{ productId: Number(productId), productName, ...counts }],
  );
  return {
    items: items.slice(0, MOST_STOCKED),
    hasMore: items.length > MOST_STOCKED,
    unassigned: rows.find((row) => row.product === null)?.delivered ?? 0,
  };
}
