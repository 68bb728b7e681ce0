import "server-only";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { groupCodes } from "#lib/codes/groupCodes.ts";
import type { CodeOfOrder } from "#lib/contracts/claims/claims.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints } from "#server/db/schema/orders.ts";
import { fingerprintsOf } from "#server/orders/ledger/fingerprint.ts";
import { findByReference, readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { hasCodes } from "#server/orders/ledger/orderView.ts";
import { readListedCodes } from "#server/orders/lookUp/readListedCodes.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";

/** A delivered code, without the code. */
export type NamedCode = {
  row: OrderRow;
  fingerprint: Buffer;
  /** The fingerprints under which its hand-out may be stored. */
  names: Buffer[];
  productId: number | null;
  number: number;
  deliveredAt: Instant;
};

/**
 * The code with this number, among those that the service lists for the order now. It is recognised, and neither shown nor stored.
 * @throws AppError `not-found`, `conflict`, `too-many`, `not-configured`, `service-failed`.
 */
export async function codeOfOrder(
  request: MemberRequest,
  { order, number }: CodeOfOrder,
): Promise<NamedCode> {
  const row = await findByReference(request.db, request.environment, order);
  if (row === null)
    throw new AppError("not-found", `There is no order ${order} here. Check the order reference.`);
  if (!(await hasCodes(request.db, row)))
    throw new AppError("conflict", `The service shows no codes of order ${order} yet.`);
  await takeFromShare(request, "codeSearch");
  const listed = await readListedCodes(request, row);
  if (listed === null)
    throw new AppError(
      "service-failed",
      `The codes of order ${order} can't be read from the service now. Try again in a moment.`,
    );
  const code = listed.codes.find((each) => each.number === number);
  if (code === undefined)
    throw new AppError("not-found", `Order ${order} has no code with this number.`, {
      fields: { number: `The order has ${listed.codes.length} codes.` },
    });
  const { fingerprint, earlier } = fingerprintsOf(request.fingerprintKey, code);
  const names = [fingerprint, ...earlier];
  const { productId } = code;
  return { row, fingerprint, names, productId, number, deliveredAt: await deliveredAt(request, row, names) };
}

/** @throws AppError `not-found`. */
export async function codeOfHandOut(request: MemberRequest, handOutId: string): Promise<NamedCode> {
  const [handOut] = await request.db
    .select()
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.id, handOutId), eq(codeHandOuts.environment, request.environment)));
  const row = handOut === undefined ? null : await readRow(request.db, handOut.orderRow);
  if (handOut === undefined || row === null)
    throw new AppError("not-found", "This hand-out was not found. Reload the page.");
  const known = await knownCodes(request, row);
  // Versions before may have stored another fingerprint with the hand-out than with the order.
  const listed = known.find(({ index }) => index === handOut.index);
  const fingerprint = listed?.fingerprint ?? handOut.fingerprint;
  const names = [fingerprint, handOut.fingerprint];
  const shown = groupCodes(
    known.map(({ productId, index }) => ({ productId, index, fields: {} })),
    row,
  ).codes.find(({ index }) => index === handOut.index);
  return {
    row,
    fingerprint,
    names,
    productId: handOut.productId,
    number: shown?.number ?? handOut.index + 1,
    deliveredAt: await deliveredAt(request, row, names),
  };
}

/** The codes of an order as they were last listed, in their order. */
function knownCodes({ db }: MemberRequest, row: OrderRow) {
  const { index, productId, fingerprint } = codeFingerprints;
  return db
    .select({ index, productId, fingerprint })
    .from(codeFingerprints)
    .where(and(eq(codeFingerprints.orderRow, row.id), isNull(codeFingerprints.missingSince)))
    .orderBy(asc(index));
}

async function deliveredAt({ db, clock }: MemberRequest, row: OrderRow, names: Buffer[]): Promise<Instant> {
  const [first] = await db
    .select({ at: codeFingerprints.firstSeenAt })
    .from(codeFingerprints)
    .where(and(eq(codeFingerprints.orderRow, row.id), inArray(codeFingerprints.fingerprint, names)))
    .orderBy(asc(codeFingerprints.firstSeenAt))
    .limit(1);
  return first?.at ?? row.finishedAt ?? clock.now();
}
