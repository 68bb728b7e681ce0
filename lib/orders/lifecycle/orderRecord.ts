import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import type { Instant } from "#lib/time/instant.ts";
import { sumKnown } from "#lib/orders/lines/sumKnown.ts";
import { STATES } from "./states.ts";
import type { KeptOtherOrder } from "./withheld.ts";

/** What the rules know about an order: the part of its ledger row that events change. */
export type OrderRecord = {
  environment: Environment;
  origin: "placed" | "found";
  state: OrderState;
  externalOrderCode: string | null;
  orderId: string | null;
  currency: string | null;
  /** Order total, minor units. */
  price: number | null;
  lines: OrderLine[];
  attempts: number;
  everAmbiguous: boolean;
  refusal: ServiceErrorBody | null;
  refusedLines: LineProblem[];
  statusName: string | null;
  message: string | null;
  reason: string | null;
  delivered: number | null;
  ordered: number | null;
  estimatedReadyAt: Instant | null;
  wallet: WalletReading | null;
  placedAt: Instant | null;
  finishedAt: Instant | null;
  alarm: string | null;
  /** An answer that is not what was confirmed (./withheld.ts). */
  otherOrder: KeptOtherOrder | null;
  nextActionAt: Instant | null;
  lastPollAt: Instant | null;
  polls: number;
  createdAt: Instant;
  /** When another member approved it; null if no approval was needed, or it has not been given yet. */
  approvedAt: Instant | null;
  /** Until when it may be sent, if the service has asked for a long wait (./sendingDeadline.ts). */
  sendBefore: Instant | null;
};

/** Since when the order may be sent; the time limits for sending it start here. */
export function sendableSince({
  approvedAt,
  createdAt,
}: Pick<OrderRecord, "approvedAt" | "createdAt">): Instant {
  return approvedAt ?? createdAt;
}

/** How many codes are known to be missing; 0 also if that is not known. */
export function missingQuantity({ delivered, ordered }: Pick<OrderRecord, "delivered" | "ordered">): number {
  return delivered === null || ordered === null ? 0 : Math.max(0, ordered - delivered);
}

/** Whether the order ended with its codes, and none is known to be missing. */
export function hasAllCodes(order: Pick<OrderRecord, "state" | "delivered" | "ordered">): boolean {
  return STATES[order.state].codes === "all" && missingQuantity(order) === 0;
}

type Quantities = Pick<OrderRecord, "origin" | "lines">;

/**
 * How many codes were ordered. For an order that was placed here, our own quantities count, because a number in an answer may
 * count something else; for one that was found, what the service says.
 */
export function orderedQuantity(record: Quantities & Pick<OrderRecord, "ordered">): number | null {
  return placedQuantity(record) ?? record.ordered ?? sumOfLines(record);
}

/** How many codes an order that was placed here asks for; null for one that was found. */
export function placedQuantity(record: Quantities): number | null {
  return record.origin === "placed" ? sumOfLines(record) : null;
}

/** The sum of the quantities of the lines, if there are any and all are known. */
export function sumOfLines({ lines }: Pick<OrderRecord, "lines">): number | null {
  return lines.length === 0 ? null : sumKnown(lines.map(({ quantity }) => quantity));
}
