import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import type { Dialect } from "#sandbox/dialect/names.ts";
import type { ProxyMode } from "#tests/support/tcpProxy.ts";

/** What the sandbox does to one answer, as its control interface takes it. */
export type Fault = {
  when?: "before" | "after";
  times?: number;
  skip?: number;
  action: { kind: string; [fact: string]: unknown };
};

/** One fault that an order meets, and the required outcome. */
export type Row = {
  /** In words, for the table in docs/reliability.md. */
  fault: string;
  /** The scenario product that is ordered; otherwise one without any fault. */
  product?: Behaviour;
  /** What happens to its POSTs, and to the polls of it. */
  place?: Fault[];
  poll?: Fault[];
  dialect?: Dialect;
  /** What the network does while the first POST is sent. It recovers afterwards, or after this number of minutes. */
  network?: { mode: ProxyMode; minutes?: number };
  /** An answer does not come, or not in time: only a time-out ends the call. */
  isSilent?: true;
  /** The process dies around its first POST. */
  dies?: "before the request" | "after the answer";
  /** The first of two keys was revoked. */
  revoked?: "first key" | "every key";
  /** How many times the member confirms at the same time. */
  confirmed?: number;
  /** What the service is made to report later. */
  later?: { delivered?: number; status?: string };
  /** The state in the answer to the member, or the kind of error if nothing may be sent. */
  atOnce: OrderState | "validation" | "conflict" | "service-failed" | "service-unreachable";
  end: OrderState | "no order";
  /** How many POSTs the service saw. */
  posts: number | "several";
  bought: 0 | 1;
  delivered?: number;
  /** A part of the alarm that must be raised. */
  alarm?: string;
};

export type Group = { title: string; rows: Row[] };

export const answer = (
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Fault["action"] => ({ kind: "answer", status, body, headers });

/** The service's own error body (docs/service-interface.md §7). */
export const refusal = (status: number, message: string): Fault["action"] =>
  answer(status, JSON.stringify({ statusCode: status, error: "Error", message }), {
    "content-type": "application/json",
  });

export const reset = { kind: "reset" };
export const hang = { kind: "hang" };

/** The outcome of the first POST is unknown; the order is then found, or sent again, and bought once. */
export const recovers = { atOnce: "unconfirmed", end: "completed", bought: 1 } as const;
/** Refused: nothing was bought. */
export const refused = { atOnce: "rejected", end: "rejected", posts: 1, bought: 0 } as const;
/** Ends as without a fault. */
export const goesWell = { atOnce: "processing", end: "completed", posts: 1, bought: 1 } as const;
