import "server-only";
import { sql } from "drizzle-orm";
import { restockRules } from "#server/db/schema/restock.ts";

/** The product of each restock rule, or those that its view showed last, as rows. */
export const RESTOCKED_PRODUCTS = sql<number>`unnest(case when ${restockRules.productId} is null
  then ${restockRules.viewProducts} else array[${restockRules.productId}] end)`;
