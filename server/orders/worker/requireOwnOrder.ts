import "server-only";
import { isForeignCode } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import type { Program } from "#server/context/context.ts";
import { isIdOfAnother } from "#server/orders/ledger/ownNames.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";

/**
 * The answer to an attempt; a failure if it tells of another order. Something in between may have given us the answer to another
 * attempt, since all of them have one address: with that order's id, its codes would be shown as ours, and ours would never be found.
 * The outcome is unknown then, and the order is looked up by its own code.
 */
export async function requireOwnOrder(
  { db }: Program,
  begun: OrderRow,
  answer: ServiceAnswer<OrderAnswer>,
): Promise<ServiceAnswer<OrderAnswer>> {
  if (!answer.ok) return answer;
  const { orderId, externalOrderCode: told } = answer.value.report;
  const isAnothers =
    isForeignCode(begun.externalOrderCode, told) ||
    (orderId !== null && orderId !== begun.orderId && (await isIdOfAnother(db, begun, orderId)));
  return isAnothers ? answeredWithAnother(answer.statusCode) : answer;
}

/** What an answer about another order proves of ours: nothing. */
export function answeredWithAnother(statusCode: number): Extract<ServiceAnswer<OrderAnswer>, { ok: false }> {
  const detail = "Outcome unknown: the service answered with another order.";
  return { ok: false, failure: { kind: "ambiguous", statusCode, body: null, retryAfterMs: null, detail } };
}
