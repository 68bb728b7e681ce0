import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { codeHandOuts, customerKey } from "#server/db/schema/codes.ts";

/** Whether a hand-out is to this customer, however case and white space of the reference were typed then and now. */
export function isOfCustomer(customerReference: string): SQL<boolean> {
  return sql<boolean>`${customerKey(codeHandOuts.customerReference)} = ${customerKey(sql`${customerReference}::text`)}`;
}
