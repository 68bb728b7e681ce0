import type { OrderView } from "#lib/contracts/order.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";

/** How moments are written for this reader: a time of day, and how far it is from now. */
export type Wording = {
  now: number;
  /** "14:32", with the day where it is another one. */
  at(iso: string): string;
  /** "in 3 min". */
  distance(iso: string): string;
};

/** The head of an order's page: what is known, in whole sentences. */
export type Headline = { title: string; details: string[] };

type Told = Pick<
  OrderView,
  | "state"
  | "attempts"
  | "statusName"
  | "delivered"
  | "ordered"
  | "estimatedReadyAt"
  | "nextLookAt"
  | "origin"
  | "placedBy"
>;

const HEADLINES: Record<OrderState, (order: Told, words: Wording) => Headline> = {
  awaiting_approval: () => ({
    title: "This order waits for a second person to approve it.",
    details: ["Nothing was sent yet."],
  }),
  declined: () => ({ title: "This order was declined.", details: ["Nothing was sent; nothing was bought."] }),
  submitting: (order) => ({
    title: "The order is saved. We are sending it to the service.",
    details: order.attempts > 1 ? [`This is attempt ${order.attempts}; all of them are one order.`] : [],
  }),
  waiting: (order, words) => ({
    title: "The order is saved, and not with the service yet.",
    details: [
      order.nextLookAt === null
        ? "It is sent again by itself."
        : `It is sent again by itself at ${words.at(order.nextLookAt)}, ${words.distance(order.nextLookAt)}.`,
    ],
  }),
  unconfirmed: (order, words) => ({
    title: "We sent this order and got no answer.",
    details: ["We are finding out whether it was placed. Do not place it again.", ...nextLook(order, words)],
  }),
  needs_review: (order, words) => ({
    title: "We sent this order and could not find out whether it was placed.",
    details: [
      "Do not place it again before that is clear: ask the service's support for your order code.",
      ...nextLook(order, words),
    ],
  }),
  closed: () => ({
    title: "This order was closed by a person.",
    details: ["It was never learned whether the service placed it. The timeline says who closed it and why."],
  }),
  processing: (order, words) => ({ title: "The service has it.", details: expected(order, words) }),
  unrecognised: (order, words) => ({
    title: "The service has it, in a status we do not know.",
    details: [
      ...(order.statusName === null ? [] : [`The service calls it “${order.statusName}”.`]),
      ...nextLook(order, words),
    ],
  }),
  completed: (order) => ({
    title: completedTitle(order.delivered ?? order.ordered),
    details: [],
  }),
  partial: (order, words) => ({
    title:
      order.delivered === null || order.ordered === null
        ? "Some of the codes were delivered, not all."
        : `${order.delivered} of ${order.ordered} codes were delivered.`,
    details: stillLooking(order, words),
  }),
  undelivered: (order, words) => ({
    title: "No codes were delivered.",
    details: stillLooking(order, words),
  }),
  rejected: () => ({ title: "The service refused this order.", details: ["Nothing was bought."] }),
  not_placed: () => ({
    title: "This order never got through to the service.",
    details: ["Nothing was bought."],
  }),
};

export function headlineOf(order: Told, words: Wording): Headline {
  return HEADLINES[order.state](order, words);
}

function completedTitle(count: number | null): string {
  if (count === null) return "All codes were delivered.";
  return count === 1 ? "The code was delivered." : `All ${count} codes were delivered.`;
}

function expected(order: Told, words: Wording): string[] {
  const { estimatedReadyAt: ready, nextLookAt: next } = order;
  if (ready === null) {
    return ["The service did not say when the codes will be ready.", ...nextLook(order, words)];
  }
  if (Date.parse(ready) > words.now) {
    const when = `Codes are expected at ${words.at(ready)}, ${words.distance(ready)}`;
    return [next === null ? `${when}.` : `${when}; next look at ${words.at(next)}.`];
  }
  return [`Codes were expected at ${words.at(ready)}.`, ...nextLook(order, words)];
}

function nextLook({ nextLookAt }: Told, words: Wording): string[] {
  if (nextLookAt === null) return ["We do not look by ourselves any more."];
  if (Date.parse(nextLookAt) <= words.now) return ["We are looking now."];
  return [`Next look at ${words.at(nextLookAt)}, ${words.distance(nextLookAt)}.`];
}

function stillLooking(order: Told, words: Wording): string[] {
  return order.nextLookAt === null
    ? ["We looked again for a day; nothing more came."]
    : ["The service does not say that this is final, so we go on looking.", ...nextLook(order, words)];
}
