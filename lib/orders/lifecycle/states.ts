import {
  ORDER_STATES,
  type EndingVerb,
  type OrderAction,
  type OrderState,
} from "#lib/contracts/orders/orderState.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";

/**
 * The stage of an order's life (docs/architecture.md#the-life-of-an-order):
 * - `unsent`: confirmed, but not to be sent yet;
 * - `sending`: an attempt may be in flight, or is still to come;
 * - `review`: the outcome is unknown, and a person has to find out;
 * - `fulfilment`: the service has the order and is working on it;
 * - `delivered`: the service has said how many codes there are, perhaps none;
 * - `given_up`: ended here, without an answer from the service that it has the order.
 */
export type Stage = "unsent" | "sending" | "review" | "fulfilment" | "delivered" | "given_up";

export type StateDefinition = {
  /** The state in a word or two, for badges, filters and the timeline. */
  word: string;
  /** One of the five state colours, or none. */
  tone: "neutral" | "processing" | "done" | "partial" | "refused" | "unknown";
  stage: Stage;
  /** An order never moves to a lower rank; within a rank it may go back and forth (docs/architecture.md#invariants, 7). */
  rank: number;
  /**
   * True if the service made no order of it, by all that it has said: no attempt was ambiguous, accepted or exists
   * (docs/architecture.md#invariants, 5). Certain if no attempt was made. After refused attempts, the service may be wrong, so an order
   * with the poll `until_absent` is certain only once its next poll is null; until then a poll may find it.
   */
  isNothingBought: boolean;
  /** How many of the codes exist, as far as the state tells. */
  codes: "none" | "some" | "all";
  /** The rule for polling the order (lib/orders/lifecycle/pollTimes.ts); null: it is not polled. */
  poll: "until_ready" | "by_age" | "recheck" | "until_codes" | "slowly" | "until_absent" | null;
  /** When a browser reads the order from the ledger again: often, around the next action, or as long as one is due. */
  refresh: "often" | "around_next_action" | "while_due" | null;
  /** Listed on the overview until somebody dismisses it. */
  needsAttention: boolean;
  /** The actions offered to members with the permission (./actions.ts), in this order. */
  actions: readonly OrderAction[];
};

const BASE = {
  isNothingBought: false,
  codes: "none",
  poll: null,
  refresh: null,
  needsAttention: false,
} as const;

/** Every property of a state. All sets of states elsewhere are derived from this table. */
export const STATES: Record<OrderState, StateDefinition> = {
  awaiting_approval: {
    ...BASE,
    word: "Awaiting approval",
    tone: "neutral",
    stage: "unsent",
    rank: 0,
    refresh: "around_next_action",
    actions: ["approve", "decline", "withdraw"],
  },
  submitting: {
    ...BASE,
    word: "Sending",
    tone: "processing",
    stage: "sending",
    rank: 1,
    refresh: "often",
    actions: [],
  },
  waiting: {
    ...BASE,
    word: "Waiting to send",
    tone: "processing",
    stage: "sending",
    rank: 1,
    refresh: "often",
    actions: ["withdraw"],
  },
  unconfirmed: {
    ...BASE,
    word: "Unconfirmed",
    tone: "unknown",
    stage: "sending",
    rank: 2,
    refresh: "often",
    needsAttention: true,
    actions: ["check"],
  },
  needs_review: {
    ...BASE,
    word: "Needs review",
    tone: "unknown",
    stage: "review",
    rank: 3,
    poll: "slowly",
    refresh: "around_next_action",
    needsAttention: true,
    actions: ["check", "close"],
  },
  declined: {
    ...BASE,
    word: "Declined",
    tone: "refused",
    stage: "given_up",
    rank: 4,
    isNothingBought: true,
    actions: ["copy"],
  },
  rejected: {
    ...BASE,
    word: "Rejected",
    tone: "refused",
    stage: "given_up",
    rank: 4,
    isNothingBought: true,
    needsAttention: true,
    actions: ["copy"],
  },
  not_placed: {
    ...BASE,
    word: "Not placed",
    tone: "refused",
    stage: "given_up",
    rank: 4,
    isNothingBought: true,
    poll: "until_absent",
    refresh: "while_due",
    needsAttention: true,
    actions: ["copy"],
  },
  withdrawn: {
    ...BASE,
    word: "Withdrawn",
    tone: "neutral",
    stage: "given_up",
    rank: 4,
    isNothingBought: true,
    poll: "until_absent",
    refresh: "while_due",
    actions: ["copy"],
  },
  closed: {
    ...BASE,
    word: "Closed",
    tone: "neutral",
    stage: "given_up",
    rank: 4,
    actions: ["check", "copy"],
  },
  processing: {
    ...BASE,
    word: "Processing",
    tone: "processing",
    stage: "fulfilment",
    rank: 5,
    poll: "until_ready",
    refresh: "around_next_action",
    actions: ["check"],
  },
  unrecognised: {
    ...BASE,
    word: "Unknown status",
    tone: "unknown",
    stage: "fulfilment",
    rank: 5,
    poll: "by_age",
    refresh: "around_next_action",
    needsAttention: true,
    actions: ["check"],
  },
  undelivered: {
    ...BASE,
    word: "Undelivered",
    tone: "refused",
    stage: "delivered",
    rank: 6,
    poll: "recheck",
    refresh: "while_due",
    needsAttention: true,
    actions: ["check", "copy"],
  },
  partial: {
    ...BASE,
    word: "Partial",
    tone: "partial",
    stage: "delivered",
    rank: 7,
    codes: "some",
    poll: "recheck",
    refresh: "while_due",
    needsAttention: true,
    actions: ["check", "reorder_missing", "copy"],
  },
  completed: {
    ...BASE,
    word: "Completed",
    tone: "done",
    stage: "delivered",
    rank: 8,
    codes: "all",
    poll: "until_codes",
    refresh: "while_due",
    actions: ["reorder_missing", "copy"],
  },
};

type Ending = {
  endsIn: OrderState;
  permission: Permission;
  /** The error message if the order's state does not allow it. */
  notPossible: string;
};

/** How a person ends an order, in the states that offer it. */
export const ENDINGS = {
  close: {
    endsIn: "closed",
    permission: "orders.close",
    notPossible: "Only an order that needs review can be closed.",
  },
  withdraw: {
    endsIn: "withdrawn",
    permission: "orders.withdraw",
    notPossible: "Only an order that is waiting for approval or waiting to be sent can be withdrawn.",
  },
  decline: {
    endsIn: "declined",
    permission: "orders.approve",
    notPossible: "Only an order that is waiting for approval can be declined.",
  },
} as const satisfies Record<EndingVerb, Ending>;

/** Actions for another member than the one who confirmed the order, or created the token that did, whatever their permissions. */
export const BY_ANOTHER_MEMBER: ReadonlySet<OrderAction> = new Set<OrderAction>(["approve", "decline"]);

/** The states for which `holds` is true, in the order in which people see them. */
export function statesWhere(holds: (definition: StateDefinition) => boolean): OrderState[] {
  return ORDER_STATES.filter((state) => holds(STATES[state]));
}

/**
 * True while a poll may still find an order by which nothing was bought, as far as the service has said. Ordering the same again is
 * safe once this has ended.
 */
export function isAbsenceUnproved(state: OrderState, nextActionAt: string | number | null): boolean {
  return STATES[state].poll === "until_absent" && nextActionAt !== null;
}

/** True while an attempt of the order may be in flight or still to come. */
export function isSending(state: OrderState): boolean {
  return STATES[state].stage === "sending";
}

/** True if the service has told us that it has the order. */
export function isAtService(state: OrderState): boolean {
  return STATES[state].stage === "fulfilment" || isDelivered(state);
}

/** True if the service has said how many codes there are, perhaps none. */
export function isDelivered(state: OrderState): boolean {
  return STATES[state].stage === "delivered";
}

/** True if the order has ended without the service: if the service has the order after all, the alarm is raised. */
export function isGivenUp(state: OrderState): boolean {
  return STATES[state].stage === "given_up";
}

/** True while the order will soon change without a person, so that lists which show it are worth reading again. */
export function isInFlight(state: OrderState): boolean {
  return isSending(state) || STATES[state].stage === "fulfilment";
}

/** True if the state no longer changes automatically. */
export function isFinal(state: OrderState): boolean {
  return isGivenUp(state) || (isDelivered(state) && STATES[state].poll !== "recheck");
}

/** True if the action is offered in this state, to any member. */
export function offers(state: OrderState, action: OrderAction): boolean {
  return STATES[state].actions.includes(action);
}
