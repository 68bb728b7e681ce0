import type { EndingVerb, OrderVerb } from "#lib/contracts/orders/orderState.ts";

/** What a dialog asks about: the verbs that end an order, declining it to have it changed, and taking the service's answer for it. */
export type AskedVerb = EndingVerb | "accept" | "changes";

/** The texts of a button that decides on an order, and of its confirmation dialog. */
type EndingWords = {
  /** On the button that opens the dialog. */
  button: string;
  title: string;
  description: string;
  submit: string;
  cancel: string;
  /** The field for a reason, which is shown in the timeline; null: none is asked for. `missing`: the error if it is empty. */
  reason: { label?: string; hint: string; missing: string } | null;
};

/** The verb that is called, and what it is told beside the reason. */
export const CALLED: Record<AskedVerb, { verb: OrderVerb; wantsChanges?: true }> = {
  accept: { verb: "accept" },
  changes: { verb: "decline", wantsChanges: true },
  close: { verb: "close" },
  decline: { verb: "decline" },
  withdraw: { verb: "withdraw" },
};

export const ENDING_WORDS: Record<AskedVerb, EndingWords> = {
  accept: {
    button: "It's this order",
    title: "Is it this order?",
    description:
      "What the service shows then counts as this order, although it is not what was confirmed. Its codes can be revealed. Ask the service's support if you aren't sure.",
    submit: "It's this order",
    cancel: "Keep withheld",
    reason: { hint: "How you know, and from whom.", missing: "Say how you know that it is this order." },
  },
  changes: {
    button: "Ask for changes",
    title: "Ask for changes?",
    description:
      "This order is declined: it won't be sent, and nothing is bought. Whoever confirmed it is told, and finds its lines and your comment in a draft.",
    submit: "Ask for changes",
    cancel: "Keep order",
    reason: { label: "Comment", hint: "What to change.", missing: "Say what to change." },
  },
  close: {
    button: "Close order",
    title: "Close this order?",
    description:
      "We stop checking this order automatically. If you learn later that the service did place it, open it again and choose Check now.",
    submit: "Close order",
    cancel: "Keep order open",
    reason: { hint: "What you found out, and from whom.", missing: "Say why the order is closed." },
  },
  withdraw: {
    button: "Withdraw order",
    title: "Withdraw this order?",
    description: "The service hasn't accepted it. It won't be sent, and nothing is bought.",
    submit: "Withdraw order",
    cancel: "Keep order",
    reason: null,
  },
  decline: {
    button: "Decline",
    title: "Decline this order?",
    description: "It won't be sent, and nothing is bought. Whoever confirmed it can edit it and order again.",
    submit: "Decline order",
    cancel: "Keep order",
    reason: {
      hint: "Shown to whoever confirmed it: what is wrong, or what to change.",
      missing: "Say why the order is declined.",
    },
  },
};
