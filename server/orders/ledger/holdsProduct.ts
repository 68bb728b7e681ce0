import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { orders } from "#server/db/schema/orders.ts";

/** Orders with a line of this product, whatever became of them; found by the index on the lines. */
export function holdsProduct(productId: number): SQL {
  return sql`${orders.lines} @> ${JSON.stringify([{ productId }])}::jsonb`;
}
