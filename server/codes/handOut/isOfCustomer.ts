import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { codeHandOuts, customerKey } from "#server/db/schema/codes.ts";

/** Whether a hand-out is for this customer, ignoring case and differences of white space. */
export function isOfCustomer(customerReference: string): SQL<boolean> {
  return sql<boolean>`${customerKey(codeHandOuts.customerReference)} = ${customerKey(sql`${customerReference}::text`)}`;
}
