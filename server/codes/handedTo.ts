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
  const fingerprints = codes.map((code) => fingerprintOf(request.fingerprintKey, code));
  const handedTo = await readHandedTo(request, inArray(codeHandOuts.fingerprint, fingerprints));
  if (handedTo === null) return [...codes];
  return codes.map((code) => {
    const customer = handedTo(code);
    return customer === undefined ? code : { ...code, handedTo: customer };
  });
}

/** To whom the codes of an order were handed, also where the same code was delivered in another order. Null: to nobody. */
export function handedToOfOrder(request: MemberRequest, orderRow: string): Promise<HandedTo | null> {
  const ofOrder = request.db
    .select({ fingerprint: codeFingerprints.fingerprint })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, orderRow));
  return readHandedTo(request, inArray(codeHandOuts.fingerprint, ofOrder));
}

async function readHandedTo(
  { db, environment, fingerprintKey }: MemberRequest,
  among: SQL,
): Promise<HandedTo | null> {
  const rows = await db
    .select({ fingerprint: codeHandOuts.fingerprint, customerReference: codeHandOuts.customerReference })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.environment, environment), among));
  if (rows.length === 0) return null;
  const customers = new Map(rows.map((row) => [row.fingerprint.toString("hex"), row.customerReference]));
  return (code) => customers.get(fingerprintOf(fingerprintKey, code).toString("hex"));
}
