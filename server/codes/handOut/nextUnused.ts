import "server-only";
import { and, asc, eq, gte, inArray, isNull, not, or, sql, type SQL } from "drizzle-orm";
import type { Exposure, TakeCodesRequest } from "#lib/contracts/codes/handOut.ts";
import { WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, NOT_WITHHELD, orders } from "#server/db/schema/orders.ts";
import {
  DELIVERED_PRODUCT,
  EXPOSURE,
  IS_CLAIMED,
  IS_DOUBTFUL,
  IS_THERE,
  SAME_CODE,
  SAME_TEXT,
} from "./deliveredProduct.ts";

type Unused = Pick<typeof codeFingerprints.$inferSelect, "orderRow" | "index" | "fingerprint"> & {
  exposure: Exposure;
};

/** How many times codes are chosen before we give up, if somebody takes the chosen ones at the same moment. */
const MOST_CHOICES = 5;

/**
 * The next unused codes of a product, and a lock on their orders until the transaction ends. If an answer of the service lists other codes by
 * now, it is stored either before the lock, and other codes are chosen, or after it, and keeps the place of what was handed out.
 * @throws AppError `conflict`.
 */
export async function chooseUnused(
  tx: Transaction,
  request: MemberRequest,
  input: Pick<TakeCodesRequest, "productId" | "count">,
): Promise<Unused[]> {
  const locked = new Set<string>();
  for (let choice = 1; choice <= MOST_CHOICES; choice += 1) {
    const chosen = await nextUnused(tx, request, input);
    const open = new Set(chosen.flatMap(({ orderRow }) => (locked.has(orderRow) ? [] : orderRow)));
    if (open.size === 0) return chosen;
    // What rememberFingerprints waits for, and no other work on an order.
    const isOpen = inArray(orders.id, [...open]);
    await tx.select({ id: orders.id }).from(orders).where(isOpen).orderBy(asc(orders.id)).for("key share");
    for (const orderRow of open) locked.add(orderRow);
  }
  throw new AppError("conflict", "The codes of this product are changing right now. Try again in a moment.");
}

/** Codes of a product that are there, were not handed out and can still be redeemed today. */
function isUnused({ environment, clock }: MemberRequest, productId: number): SQL | undefined {
  const { expiresOn } = codeFingerprints;
  return and(
    eq(orders.environment, environment),
    or(isNull(expiresOn), gte(expiresOn, dayOf(clock.now(), "UTC"))),
    inArray(orders.state, WITH_CODES),
    NOT_WITHHELD,
    sql`${DELIVERED_PRODUCT} = ${productId}`,
    IS_THERE,
    isNull(codeHandOuts.id),
    not(IS_CLAIMED),
  );
}

/** The reference of an order with unused codes of a product that are not handed out, because they are in doubt; null if there is none. */
export async function orderInDoubt(
  tx: Transaction,
  request: MemberRequest,
  productId: number,
): Promise<string | null> {
  const [found] = await tx
    .select({ externalOrderCode: orders.externalOrderCode, orderId: orders.orderId })
    .from(codeFingerprints)
    .innerJoin(orders, eq(orders.id, codeFingerprints.orderRow))
    .leftJoin(codeHandOuts, SAME_CODE)
    .where(and(isUnused(request, productId), IS_DOUBTFUL))
    .orderBy(asc(orders.createdAt))
    .limit(1);
  return found === undefined ? null : referenceOf(found);
}

/** First those that nobody has seen, last those that left in a file. */
const BY_EXPOSURE = sql`(${codeExposures.exportedAt} is not null)::int * 2 + (${codeExposures.revealedAt} is not null)::int`;

/** The next unused codes of a product, untouched before exposed, then the soonest to expire, then the oldest first, as many as there are. A code that was delivered several times counts as one. */
async function nextUnused(
  tx: Transaction,
  request: MemberRequest,
  { productId, count }: Pick<TakeCodesRequest, "productId" | "count">,
): Promise<Unused[]> {
  const { orderRow, index, fingerprint, expiresOn } = codeFingerprints;
  // Nearly always enough; many codes may be the same.
  for (let limit = 2 * count; ; limit *= 10) {
    const rows = await tx
      .select({ orderRow, index, fingerprint, exposure: EXPOSURE })
      .from(codeFingerprints)
      .innerJoin(orders, eq(orders.id, orderRow))
      .leftJoin(codeHandOuts, SAME_CODE)
      .leftJoin(codeExposures, SAME_TEXT)
      .where(and(isUnused(request, productId), not(IS_DOUBTFUL)))
      .orderBy(BY_EXPOSURE, sql`${expiresOn} nulls last`, asc(orders.createdAt), asc(orders.id), asc(index))
      .limit(limit);
    const first = new Map<string, Unused>();
    for (const row of rows) {
      const text = row.fingerprint.toString("hex");
      if (!first.has(text)) first.set(text, row);
    }
    if (first.size >= count || rows.length < limit) return [...first.values()].slice(0, count);
  }
}
