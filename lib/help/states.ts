import type { OrderState } from "#lib/contracts/orderState.ts";

/** A state in words for people: what it means, what happens by itself, and what one can do. */
export type StateHelp = { meaning: string; next: string; you: string };

/** What each state of an order means, as the order's page and the help page explain it. */
export const STATE_HELP: Record<OrderState, StateHelp> = {
  awaiting_approval: {
    meaning: "The order is over a limit and needs a second member.",
    next: "Nothing is sent before it is approved.",
    you: "Wait for a member who may approve it, or withdraw it.",
  },
  declined: {
    meaning: "A second member did not approve the order.",
    next: "Nothing was bought, and it is never sent.",
    you: "Copy it to a new order if it is still needed.",
  },
  submitting: {
    meaning: "The order is saved and is being sent to the service.",
    next: "The service's answer decides what comes next, usually within seconds.",
    you: "You can leave this page. Nothing is lost, whatever happens to the connection.",
  },
  waiting: {
    meaning:
      "The order is saved and has not reached the service, because it asks us to slow down or cannot be reached.",
    next: "It is sent again by itself for up to 30 minutes, then given up as not placed.",
    you: "Wait, or withdraw the order as long as it has not been sent.",
  },
  unconfirmed: {
    meaning:
      "We sent the order and do not know whether the service has it, because its answer was lost or unclear.",
    next: "Codedesk asks the service, and sends the identical order again only if the service does not have it. It can never be bought twice this way.",
    you: "Wait. Do not place it again as another order.",
  },
  needs_review: {
    meaning: "After an hour we still do not know whether the service has the order.",
    next: "Codedesk keeps asking, less and less often.",
    you: "Send the support packet to the service's support. Close the order with a reason once you know that it was not placed.",
  },
  closed: {
    meaning: "A member ended the review of an order whose outcome was never learned.",
    next: "Nothing more is sent or asked. If the service turns out to have the order, an alarm says so.",
    you: "See the timeline for who closed it and why.",
  },
  processing: {
    meaning: "The service has accepted the order and is preparing its codes.",
    next: "Codedesk asks for the codes when they are expected, then about every minute.",
    you: "Wait, or let a notification tell you when the codes are ready.",
  },
  unrecognised: {
    meaning: "The service has the order and reports a status that Codedesk does not know.",
    next: "The status is shown as it is, and Codedesk keeps asking.",
    you: "Ask the service's support what the status means if it stays.",
  },
  completed: {
    meaning: "All codes were delivered.",
    next: "Nothing more happens to the order.",
    you: "Reveal, export or hand out the codes, or order the same again.",
  },
  partial: {
    meaning: "Some codes were delivered, and others were not.",
    next: "The service does not say that this is final, so Codedesk keeps asking for a day.",
    you: "Use the codes that arrived. Reorder the missing ones once they are not expected any more.",
  },
  undelivered: {
    meaning: "The service took the order and delivered no code.",
    next: "The service does not say that this is final, so Codedesk keeps asking for a day.",
    you: "Read the service's reason. Order again later, or another product.",
  },
  rejected: {
    meaning: "The service refused the order. Nothing was bought.",
    next: "Nothing more is sent. The lines are back in a draft.",
    you: "Read the service's reason, correct the lines and place a new order.",
  },
  not_placed: {
    meaning: "The order never got through to the service within 30 minutes. Nothing was bought.",
    next: "It is not sent any more. Codedesk asks once more to be certain that the service does not have it.",
    you: "Copy it to a new order when the service can be reached again.",
  },
  withdrawn: {
    meaning: "A member took the order back before the service had it. Nothing was bought.",
    next: "It is never sent.",
    you: "Copy it to a new order if it is needed after all.",
  },
};
