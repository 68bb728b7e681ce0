import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { missingQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { isAbsenceUnproved, STATES } from "#lib/orders/lifecycle/states.ts";
import { limitWords } from "#lib/orders/limits/limitWords.ts";
import { isRefusedOnTheWay, REFUSED_ON_THE_WAY } from "#lib/orders/lines/refusedOnTheWay.ts";
import { counted, formatCount } from "#lib/text/counts.ts";

/** Formats times in the reader's time zone: as a time of day, and relative to now. */
export type Wording = {
  now: number;
  /** "14:32", with the date if it is not today. */
  at(iso: string): string;
  /** "in 3 min". */
  distance(iso: string): string;
  /** "in 2:41", updated every second; like `distance` from a day on. */
  countdown(iso: string): string;
};

/** The headline of an order's page: what happened, then what to do or to expect. */
export type Headline = { title: string; details: string[] };

type Told = Pick<
  OrderView,
  | "state"
  | "actions"
  | "attempts"
  | "statusName"
  | "delivered"
  | "ordered"
  | "estimatedReadyAt"
  | "recheckUntil"
  | "nextLookAt"
  | "sendBefore"
  | "refusal"
  | "origin"
  | "placedBy"
  | "overLimit"
  | "byOwnToken"
  | "standsInFor"
  | "deciders"
  | "currency"
  | "otherOrder"
>;

const HEADLINES: Record<OrderState, (order: Told, words: Wording) => Headline> = {
  awaiting_approval: (order) => {
    const isOurs = order.actions.includes("approve");
    return {
      title: isOurs ? "Waiting for your approval." : "Waiting for another member's approval.",
      details: [
        ...whyApproval(order),
        [...(isOurs ? [] : [whoDecides(order)]), "Nothing has been sent yet."].join(" "),
      ],
    };
  },
  declined: () => ({
    title: "Order declined.",
    details: ["Nothing was bought."],
  }),
  submitting: (order) => ({
    title: "Order saved. Sending it to the service…",
    details:
      order.attempts > 1 ? [`Attempt ${formatCount(order.attempts)}. All attempts make one order.`] : [],
  }),
  waiting: (order, words) => ({
    title: "Saved, not sent yet.",
    details: [
      order.nextLookAt === null
        ? "We'll retry automatically."
        : `We'll retry automatically at ${words.at(order.nextLookAt)} (${words.distance(order.nextLookAt)}).`,
      ...(order.sendBefore === null
        ? []
        : [`If it can't be sent by ${words.at(order.sendBefore)}, it won't be, and you can order again.`]),
    ],
  }),
  unconfirmed: (order, words) => ({
    title: "Outcome unknown.",
    details: ["We're finding out whether it was placed. Don't place it again.", ...nextCheck(order, words)],
  }),
  needs_review: (order, words) => ({
    title: "Outcome unknown. We couldn't find out whether this order was placed.",
    details: [
      "Don't place it again. Ask the service's support about your order reference, then close this order or wait.",
      ...nextCheck(order, words),
    ],
  }),
  closed: () => ({
    title: "Order closed.",
    details: [
      "Whether the service placed it is unknown, and we no longer check automatically. See the timeline for who closed it and why.",
    ],
  }),
  withdrawn: (order, words) => ({
    title: "Order withdrawn before the service accepted it.",
    details: ["It won't be sent again.", ...whetherBought(order, words)],
  }),
  processing: (order, words) => ({ title: "Order accepted.", details: expected(order, words) }),
  unrecognised: (order, words) => ({
    title: "Order accepted, in a status that Codedesk doesn't know.",
    details: [
      ...(order.statusName === null ? [] : [`Service status: ${order.statusName}`]),
      ...nextCheck(order, words),
    ],
  }),
  completed: (order, words) => {
    const checking = order.recheckUntil === null ? [] : stillChecking(order, words);
    if (order.delivered === null) {
      return {
        title: "The service reports this order as completed.",
        details: ["It hasn't said how many codes were delivered.", ...checking],
      };
    }
    const missing = missingQuantity(order);
    if (missing === 0) return { title: completedTitle(order.delivered), details: [] };
    return {
      title: `The service reports this order as completed, with ${count(order.delivered)} of ${counted(order.ordered ?? 0, "code", "codes")}.`,
      details: [
        `${counted(missing, "code is", "codes are")} missing. Send the support packet below to the service's support.`,
        ...checking,
      ],
    };
  },
  partial: (order, words) => ({
    title:
      order.delivered === null || order.ordered === null
        ? "Some codes were delivered."
        : `${count(order.delivered)} of ${count(order.ordered)} codes were delivered.`,
    details: stillChecking(order, words),
  }),
  undelivered: (order, words) => ({
    title: "No codes were delivered.",
    details: stillChecking(order, words),
  }),
  rejected: ({ attempts, refusal }) => {
    if (attempts === 0) {
      return {
        title: "Not sent: the order reference already belongs to another order at the service.",
        details: ["Nothing was bought. Order again with another reference."],
      };
    }
    return refusal !== null && isRefusedOnTheWay(refusal)
      ? { title: "Refused on the way to the service.", details: ["Nothing was bought.", REFUSED_ON_THE_WAY] }
      : { title: "Rejected by the service.", details: ["Nothing was bought."] };
  },
  not_placed: (order, words) => ({
    title: "Order not placed. The service didn't accept it in time.",
    details: whetherBought(order, words),
  }),
};

export function headlineOf(order: Told, words: Wording): Headline {
  const isWithheld = order.otherOrder !== null && STATES[order.state].codes === "none";
  return isWithheld ? withheld(order, words) : HEADLINES[order.state](order, words);
}

function withheld(order: Told, words: Wording): Headline {
  return {
    title: "Nobody knows yet whether this order was placed.",
    details: ["Don't place it again. Find out whose order the service shows.", ...nextCheck(order, words)],
  };
}

function whetherBought(order: Told, words: Wording): string[] {
  if (!isAbsenceUnproved(order.state, order.nextLookAt)) return ["Nothing was bought."];
  return [
    "No attempt was accepted, and we're making sure that the service doesn't have the order. Don't order again before that is certain.",
    ...nextCheck(order, words),
  ];
}

function whyApproval({ overLimit, placedBy, currency }: Told): string[] {
  if (overLimit === null) return [];
  const ofMember = placedBy === null ? "the limit" : `${placedBy}'s limit`;
  const whose = overLimit.period === "budget" ? "the budget" : ofMember;
  return [`It is above ${whose} of ${limitWords(overLimit, currency)}.`];
}

function whoDecides({ byOwnToken, standsInFor, deciders }: Told): string {
  if (deciders !== null) return `Whoever approves for that budget decides on it: ${deciders.join(", ")}.`;
  if (standsInFor !== null) return `You stand in for ${standsInFor}, so another member has to decide on it.`;
  return byOwnToken
    ? "You created the service token that placed it, so another member has to decide on it."
    : "A member who can approve orders decides on it.";
}

function completedTitle(codes: number): string {
  return codes === 1 ? "The code was delivered." : `All ${formatCount(codes)} codes were delivered.`;
}

function count(codes: number | null): string {
  return formatCount(codes ?? 0);
}

function expected(order: Told, words: Wording): string[] {
  const { estimatedReadyAt: ready, nextLookAt: next } = order;
  if (ready === null) {
    return ["No delivery time was given.", ...nextCheck(order, words)];
  }
  if (Date.parse(ready) > words.now) {
    const when = `Codes expected at ${words.at(ready)}, ${words.countdown(ready)}.`;
    return [next === null || next <= ready ? when : `${when} Next check ${words.at(next)}.`];
  }
  return [`Codes were expected at ${words.at(ready)}.`, ...nextCheck(order, words)];
}

function nextCheck({ nextLookAt }: Told, words: Wording): string[] {
  if (nextLookAt === null) return ["We no longer check automatically."];
  if (Date.parse(nextLookAt) <= words.now) return ["Checking now…"];
  return [`Next check ${words.at(nextLookAt)} (${words.distance(nextLookAt)}).`];
}

function stillChecking(order: Told, words: Wording): string[] {
  return order.nextLookAt === null
    ? ["We checked for a day. No more codes arrived."]
    : [
        order.recheckUntil === null
          ? "This may not be final, so we keep checking."
          : `This may not be final, so we keep checking until ${words.at(order.recheckUntil)}.`,
        ...nextCheck(order, words),
      ];
}
