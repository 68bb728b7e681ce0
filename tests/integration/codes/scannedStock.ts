import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Exposure } from "#lib/contracts/codes/handOut.ts";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import { WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, NOT_WITHHELD, orders } from "#server/db/schema/orders.ts";
import {
  DELIVERED_PRODUCT,
  EXPOSURE,
  IS_CLAIMED,
  IS_DOUBTFUL,
  IS_THERE,
  SAME_CODE,
  SAME_TEXT,
} from "#server/codes/handOut/deliveredProduct.ts";

const IS_LEFT = sql`${codeHandOuts.id} is null and ${IS_THERE} and ${NOT_WITHHELD} and not ${IS_DOUBTFUL} and not ${IS_CLAIMED}`;

/** The stock as a scan of all codes counts it: what the kept sums have to say too. */
export async function scannedStock(request: MemberRequest): Promise<Stock["items"]> {
  const product = DELIVERED_PRODUCT.as("product");
  const isExpired = sql`coalesce(${codeFingerprints.expiresOn} < ${dayOf(request.clock.now(), "UTC")}::date, false)`;
  const leftIf = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(distinct ${codeFingerprints.fingerprint}) filter (where ${IS_LEFT} and ${condition}))::int`;
  const left = (exposure: Exposure) => leftIf(sql`not ${isExpired} and ${EXPOSURE} = ${exposure}`);
  const handOuts = (state: string) =>
    sql<number>`(count(distinct ${codeHandOuts.id}) filter (where ${codeHandOuts.state} = ${state}))::int`;
  const rows = await request.db
    .select({
      productId: product,
      delivered: sql<number>`(count(*) filter (where ${IS_THERE}))::int`,
      handedOut: handOuts("handed_out"),
      disputed: sql<number>`(count(distinct ${codeFingerprints.fingerprint}) filter (where ${codeHandOuts.state} = 'disputed'
        or ${codeHandOuts.id} is null and ${IS_CLAIMED}))::int`,
      untouched: left("untouched"),
      revealed: left("revealed"),
      exported: left("exported"),
      expired: leftIf(isExpired),
      nextExpiry: sql<
        string | null
      >`(min(${codeFingerprints.expiresOn}) filter (where ${IS_LEFT} and not ${isExpired}))::text`,
    })
    .from(codeFingerprints)
    .innerJoin(orders, eq(orders.id, codeFingerprints.orderRow))
    .leftJoin(codeHandOuts, SAME_CODE)
    .leftJoin(codeExposures, SAME_TEXT)
    .where(and(eq(orders.environment, request.environment), inArray(orders.state, [...WITH_CODES])))
    .groupBy(sql`${DELIVERED_PRODUCT}`)
    .orderBy(asc(product));
  return rows.flatMap(({ productId, ...counts }) =>
    productId === null || counts.delivered + counts.handedOut + counts.disputed === 0
      ? []
      : [{ productId: Number(productId), productName: null, ...counts }],
  );
}
