import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { ShownCode } from "#lib/contracts/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { fingerprintOf } from "#server/orders/ledger/fingerprint.ts";

/** The same codes, each with the customer whom it was handed to: whoever sees it here must not give it to another one. */
export async function withHandOuts(
  { db, environment, fingerprintKey }: MemberRequest,
  codes: readonly ShownCode[],
): Promise<ShownCode[]> {
  const fingerprints = codes.map((code) => fingerprintOf(fingerprintKey, code));
  const rows = await db
    .select({ fingerprint: codeHandOuts.fingerprint, customerReference: codeHandOuts.customerReference })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.environment, environment), inArray(codeHandOuts.fingerprint, fingerprints)));
  const customers = new Map(rows.map((row) => [row.fingerprint.toString("hex"), row.customerReference]));
  return codes.map((code, at) => {
    const handedTo = customers.get(fingerprints[at]?.toString("hex") ?? "");
    return handedTo === undefined ? code : { ...code, handedTo };
  });
}
