import "server-only";
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Exposure } from "#lib/contracts/codes/handOut.ts";
import { WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import {
  DELIVERED_PRODUCT,
  EXPOSURE,
  IS_CLAIMED,
  IS_DOUBTFUL,
  IS_THERE,
  SAME_CODE,
  SAME_TEXT,
} from "#server/codes/handOut/deliveredProduct.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, NOT_WITHHELD, orders } from "#server/db/schema/orders.ts";

/** The counts of codes, as the columns of `order_stock` and `product_stock` are called. */
export const COUNTS = [
  "delivered",
  "untouched",
  "revealed",
  "exported",
  "handed_out",
  "disputed",
  "expired",
] as const;

/** The columns that `countedStock` selects, in the order of its answer. */
export const COUNTED_COLUMNS = sql.raw(
  ["order_row", "environment", "product_id", "product_name", ...COUNTS, "next_expiry"].join(", "),
);

/** Nobody was given the code, and somebody can be. */
const IS_LEFT = sql`(${codeHandOuts.id} is null and ${IS_THERE} and ${NOT_WITHHELD} and not ${IS_DOUBTFUL} and not ${IS_CLAIMED})`;

/**
 * Selects what has happened to the codes of some orders, by order and product. A code that several orders delivered counts in one of them:
 * so these orders' codes are read wherever they are.
 * @param orderRows a query of the ids of the orders' rows.
 * @param today codes whose last day is before it have expired.
 */
export function countedStock(orderRows: SQL, today: string): SQL {
  return sql`select counted.order_row, counted.environment, counted.product_id, (
      select line ->> 'productName' from ${orders} named, jsonb_array_elements(named.lines) line
      where named.id = counted.order_row and (line ->> 'productId')::bigint = counted.product_id limit 1
    ) as product_name, ${sql.raw(COUNTS.join(", "))}, next_expiry
    from (
      select order_row, environment, product_id,
        (count(*) filter (where is_there))::int as delivered,
        ${countLeft("untouched")} as untouched, ${countLeft("revealed")} as revealed, ${countLeft("exported")} as exported,
        ${countHandOuts("handed_out")} as handed_out, ${countHandOuts("disputed")} as disputed,
        (count(*) filter (where is_left_once and is_expired))::int as expired,
        min(expires_on) filter (where is_left_once and not is_expired) as next_expiry
      from (${codesOnce(orderRows, today)}) as code
      where order_row in (${orderRows})
      group by order_row, environment, product_id
    ) as counted`;
}

function countLeft(exposure: Exposure): SQL {
  return sql`(count(*) filter (where is_left_once and not is_expired and exposure = ${exposure}::text))::int`;
}

function countHandOuts(state: "handed_out" | "disputed"): SQL {
  return sql`(count(*) filter (where is_once and hand_out = ${state}::text))::int`;
}

/** Each code of the orders, and whether it is the one of several deliveries of the same code that counts. */
function codesOnce(orderRows: SQL, today: string): SQL {
  const { fingerprint, orderRow, index, expiresOn } = codeFingerprints;
  const once = (of: SQL) =>
    sql`row_number() over (partition by ${of}, ${orders.environment}, ${DELIVERED_PRODUCT}, ${fingerprint} order by ${orderRow}, ${index}) = 1`;
  return sql`select ${orderRow}, ${orders.environment}, ${DELIVERED_PRODUCT} as product_id, ${IS_THERE} as is_there, ${EXPOSURE} as exposure,
      coalesce(${codeHandOuts.state}, case when ${IS_CLAIMED} then 'disputed' end) as hand_out, ${expiresOn}, coalesce(${expiresOn} < ${today}::date, false) as is_expired,
      ${once(sql`true`)} as is_once, (${IS_LEFT} and ${once(IS_LEFT)}) as is_left_once
    from ${codeFingerprints}
    join ${orders} on ${eq(orders.id, orderRow)}
    left join ${codeHandOuts} on ${SAME_CODE}
    left join ${codeExposures} on ${SAME_TEXT}
    where ${and(
      sql`${fingerprint} in (select own.fingerprint from ${codeFingerprints} own where own.order_row in (${orderRows}))`,
      inArray(orders.state, [...WITH_CODES]),
    )}`;
}
