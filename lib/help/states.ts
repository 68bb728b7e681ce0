import type { OrderState } from "#lib/contracts/orders/orderState.ts";

/** The explanation of a state: what it means, what happens automatically, and what the member can do. */
export type StateHelp = { meaning: string; next: string; you: string };

/** What each state of an order means, as the order's page and the help page explain it. */
export const STATE_HELP: Record<OrderState, StateHelp> = {
  awaiting_approval: {
    meaning: "The order is above a limit and needs the approval of another member.",
    next: "Nothing is sent until it is approved. Your team may have it lapse if nobody decides for long.",
    you: "Wait for a member who may approve it, or withdraw it.",
  },
  declined: {
    meaning: "Another member declined the order, or it lapsed because nobody decided on it in time.",
    next: "Nothing was bought, and it is never sent.",
    you: 'If it is still needed, choose "Edit and order again" on its page.',
  },
  submitting: {
    meaning: "The order is saved and is being sent to the service.",
    next: "The service's answer decides what comes next, usually within seconds.",
    you: "You can leave this page. The order isn't lost, even if the connection breaks.",
  },
  waiting: {
    meaning: "The order is saved but not sent yet, because the service limits our rate or can't be reached.",
    next: "Codedesk retries automatically for up to 30 minutes. If the service asks for a longer wait, they begin when it allows calls again; after a day at the latest, the order counts as not placed.",
    you: "Wait, or withdraw the order as long as it has not been sent.",
  },
  unconfirmed: {
    meaning:
      "We sent the order, but its answer was lost or unclear. We don't know whether the service has it.",
    next: "Codedesk asks the service, and sends the identical order again only if the service doesn't have it. It can't be bought twice this way.",
    you: "Wait. Don't place it again as another order.",
  },
  needs_review: {
    meaning: "After an hour, we still don't know whether the service has the order.",
    next: "Codedesk keeps checking, less and less often.",
    you: "Send the support packet to the service's support. Close the order with a reason once you know that it was not placed.",
  },
  closed: {
    meaning: "A member ended the review of an order whose outcome was never learned.",
    next: "Codedesk no longer sends or checks it automatically.",
    you: 'See the timeline for who closed it and why. If you learn that the service may have it after all, choose "Check now": if it has, the order continues, with an alarm.',
  },
  processing: {
    meaning: "The service has accepted the order and is preparing its codes.",
    next: "Codedesk checks when the codes are expected, then about every minute.",
    you: "Wait, or let a notification tell you when the codes are ready.",
  },
  unrecognised: {
    meaning: "The service has the order and reports a status that Codedesk doesn't know.",
    next: "The status is shown as it is, and Codedesk keeps checking.",
    you: "Ask the service's support what the status means if it stays.",
  },
  completed: {
    meaning: "The service says that all codes were delivered.",
    next: "Nothing more happens to the order. If codes are missing nevertheless, Codedesk keeps checking for a day.",
    you: "Reveal, export or hand out the codes, or order the same again.",
  },
  partial: {
    meaning: "Some codes were delivered, but not all.",
    next: "The service doesn't say that this is final, so Codedesk keeps checking for a day.",
    you: "Use the codes that arrived. Reorder the missing ones when they are no longer expected.",
  },
  undelivered: {
    meaning: "The service accepted the order but delivered no codes.",
    next: "The service doesn't say that this is final, so Codedesk keeps checking for a day.",
    you: "Read the service's reason. Order again later, or another product.",
  },
  rejected: {
    meaning: "The service refused the order. Nothing was bought.",
    next: "Nothing more is sent. If the service refused it while it was being placed, its lines are back in the draft.",
    you: "Read the service's reason, correct the lines in the draft and place a new order. If they are in no draft, choose \"Edit and order again\" on the order's page.",
  },
  not_placed: {
    meaning:
      "The service didn't accept the order within 30 minutes, or within a day where it asked for a long wait.",
    next: "It is no longer sent. If it was sent before, Codedesk keeps checking until it is certain that the service doesn't have it. If the service has it after all, the order continues, with an alarm.",
    you: 'To order again, wait until its page says that nothing was bought. Then choose "Edit and order again" there.',
  },
  withdrawn: {
    meaning: "A member withdrew the order before the service accepted it.",
    next: "It is no longer sent. If it was sent before, Codedesk keeps checking until it is certain that the service doesn't have it. If the service has it after all, the order continues, with an alarm.",
    you: 'To order again, wait until its page says that nothing was bought. Then choose "Edit and order again" there.',
  },
};
