import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Code, ShownCode } from "#lib/contracts/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { fingerprintOf } from "#server/orders/ledger/fingerprint.ts";

/** The reference of the customer whom a code was handed to; undefined: it was handed to nobody. */
export type HandedTo = (code: Pick<Code, "fields">) => string | undefined;

/** The same codes, each with the customer whom it was handed to: whoever sees it here must not give it to another one. */
export async function withHandOuts(
  request: MemberRequest,
  codes: readonly ShownCode[],
): Promise<ShownCode[]> {
  const own = codes.map((code) => ({ code, fingerprint: fingerprintOf(request.fingerprintKey, code) }));
  const among = own.map(({ fingerprint }) => fingerprint);
  const customers = await readCustomers(request, inArray(codeHandOuts.fingerprint, among));
  return own.map(({ code, fingerprint }) => {
    const handedTo = customers.get(fingerprint.toString("hex"));
    return handedTo === undefined ? code : { ...code, handedTo };
  });
}

/** To whom the codes of an order were handed, also where the same code was delivered in another order. Null: to nobody. */
export async function handedToOfOrder(request: MemberRequest, orderRow: string): Promise<HandedTo | null> {
  const ofOrder = request.db
    .select({ fingerprint: codeFingerprints.fingerprint })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, orderRow));
  const customers = await readCustomers(request, inArray(codeHandOuts.fingerprint, ofOrder));
  if (customers.size === 0) return null;
  return (code) => customers.get(fingerprintOf(request.fingerprintKey, code).toString("hex"));
}

/** Customers' references by the fingerprints, in hex, of what they were handed. */
async function readCustomers(
  { db, environment }: MemberRequest,
  among: SQL,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ fingerprint: codeHandOuts.fingerprint, customerReference: codeHandOuts.customerReference })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.environment, environment), among));
  return new Map(rows.map((row) => [row.fingerprint.toString("hex"), row.customerReference]));
}
