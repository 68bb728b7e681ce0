import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { fingerprintOf } from "#server/orders/ledger/fingerprint.ts";

type Handed = Pick<ShownCode, "fields" | "productId">;
/** The reference of the customer whom a code was handed to; undefined: it was handed to nobody. */
export type HandedTo = (code: Handed) => string | undefined;

/** The same codes, each with the customer whom it was handed to, so that members do not give it to another one. */
export async function withHandOuts(
  request: MemberRequest,
  codes: readonly ShownCode[],
): Promise<ShownCode[]> {
  const own = codes.map((code) => ({ code, fingerprint: fingerprintOf(request.fingerprintKey, code) }));
  const among = own.map(({ fingerprint }) => fingerprint);
  const customers = await readCustomers(request, inArray(codeHandOuts.fingerprint, among));
  return own.map(({ code, fingerprint }) => {
    const handed = customerOf(customers, fingerprint, code);
    return handed === undefined
      ? code
      : { ...code, handedTo: handed.customerReference, handOutId: handed.id };
  });
}

/** To whom the codes of an order were handed out, also if the same code was delivered in another order. Null: to nobody. */
export async function handedToOfOrder(request: MemberRequest, orderRow: string): Promise<HandedTo | null> {
  const ofOrder = request.db
    .select({ fingerprint: codeFingerprints.fingerprint })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, orderRow));
  const customers = await readCustomers(request, inArray(codeHandOuts.fingerprint, ofOrder));
  if (customers.size === 0) return null;
  return (code) =>
    customerOf(customers, fingerprintOf(request.fingerprintKey, code), code)?.customerReference;
}

type Customer = Pick<typeof codeHandOuts.$inferSelect, "id" | "customerReference">;
/** Customers by the fingerprints, in hex, of what they were handed, and its product. */
type Customers = ReadonlyMap<string, ReadonlyMap<number, Customer>>;

async function readCustomers({ db, environment }: MemberRequest, among: SQL): Promise<Customers> {
  const { id, fingerprint, productId, customerReference } = codeHandOuts;
  const rows = await db
    .select({ id, fingerprint, productId, customerReference })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.environment, environment), among));
  const customers = new Map<string, Map<number, Customer>>();
  for (const row of rows) {
    const hex = row.fingerprint.toString("hex");
    const ofCode = customers.get(hex) ?? new Map<number, Customer>();
    customers.set(hex, ofCode.set(row.productId, row));
  }
  return customers;
}

/** A code of which the product is not known may be the one that was handed out. */
function customerOf(customers: Customers, fingerprint: Buffer, { productId }: Handed): Customer | undefined {
  const ofCode = customers.get(fingerprint.toString("hex"));
  return productId === null ? ofCode?.values().next().value : ofCode?.get(productId);
}
