import "server-only";
import type { Program } from "#server/context/context.ts";
import { isAnswered } from "#server/orders/ledger/attempts.ts";
import { releaseLease } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { pollOrder } from "./pollOrder.ts";
import { recordLostAttempt, runAttempt } from "./runAttempt.ts";

/** Does what is due for an order that the caller has claimed. Null when the lease was lost. */
export async function workOnOrder(
  program: Program,
  claimed: OrderRow,
  actorId?: string,
): Promise<OrderRow | null> {
  const row = await recordLostAttempt(program, claimed);
  if (row === null) return null;
  switch (row.state) {
    case "submitting":
    case "waiting":
      return runAttempt(program, row);
    case "unconfirmed":
      return recover(program, row);
    default:
      return (await pollOrder(program, row, actorId)).row;
  }
}

/**
 * Polls first, and sends the identical POST again only if the service does not know the order; the POST is idempotent
 * (docs/architecture.md#the-life-of-an-order). Once the service has refused the order, or said that it exists, it is only polled.
 */
async function recover(program: Program, unconfirmed: OrderRow): Promise<OrderRow | null> {
  const { row, outcome } = await pollOrder(program, unconfirmed);
  if (row === null || outcome !== "poll_not_found") return row;
  if (row.state === "unconfirmed" && !(await isAnswered(program.db, row.id))) return runAttempt(program, row);
  await releaseLease(program, row);
  return row;
}
