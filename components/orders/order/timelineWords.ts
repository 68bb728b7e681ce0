import { counted } from "#lib/text/counts.ts";
import type { OrderAuditAction } from "#lib/audit/actions.ts";
import type { TimelineEntry } from "#lib/contracts/order.ts";
import { ATTEMPT_CLASSES, type AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

/** One entry in words: what happened, and what else was recorded about it. */
export type TimelineWords = { title: string; details: string[] };

const OUTCOMES: Record<AttemptClass, string> = {
  accepted: "The service accepted the order",
  exists: "The service already has this order",
  refused: "The service rejected the order",
  throttled: "The service asked us to wait",
  not_sent: "The order couldn't be sent",
  ambiguous: "No answer. Outcome unknown",
};

const WORDS: Record<OrderAuditAction, (entry: TimelineEntry) => TimelineWords> = {
  "order.confirmed": ({ details }) => ({
    title: "Confirmed",
    details: [amountOf(details)].filter((text) => text !== null),
  }),
  "order.attempt-started": ({ details }) => ({ title: "Sent again", details: attemptOf(details) }),
  "order.attempted": (entry) => ({
    title: outcomeOf(entry),
    details: [...attemptOf(entry.details), ...saidBy(entry.details)],
  }),
  "order.state": (entry) => ({ title: checked(entry), details: newsOf(entry.details) }),
  "order.found": ({ details }) => ({ title: "Found at the service", details: newsOf(details) }),
  "order.closed": ({ details }) => ({ title: "Closed", details: texts(details, "reason") }),
  "order.withdrawn": () => ({ title: "Withdrawn", details: [] }),
  "order.alarm": ({ details }) => ({ title: "Needs a check by a person", details: texts(details, "alarm") }),
  "order.catalog-read-again": ({ details }) => ({
    title: "Catalog rechecked",
    details: texts(details, "reason"),
  }),
  "codes.revealed": ({ details }) => ({
    title: revealed(details),
    details: texts(details, "reason"),
  }),
  "codes.counted": ({ details }) => ({
    title: `Showed ${counted(Number(details.count), "code", "codes")} instead of ${Number(details.announced)}`,
    details: [],
  }),
  "codes.budget-neared": () => ({ title: "Limit on revealing codes almost reached", details: [] }),
};

export function timelineWords(entry: TimelineEntry): TimelineWords {
  const { action } = entry;
  // An action that an earlier version recorded is shown by its own name.
  return isOrderAuditAction(action)
    ? WORDS[action](entry)
    : { title: action, details: newsOf(entry.details) };
}

function isOrderAuditAction(action: string): action is OrderAuditAction {
  return Object.hasOwn(WORDS, action);
}

function outcomeOf({ details }: TimelineEntry): string {
  const outcome = ATTEMPT_CLASSES.find((each) => each === details.outcome);
  return outcome === undefined ? "Sent" : OUTCOMES[outcome];
}

function checked({ actor }: TimelineEntry): string {
  return actor === null ? "Status updated" : "Status checked";
}

function revealed(details: Details): string {
  const { count, first } = details;
  if (typeof count !== "number") return "Revealed codes";
  if (count === 1) return "Revealed 1 code";
  return typeof first === "number" && first > 1
    ? `Revealed ${count} codes, starting at number ${first}`
    : `Revealed ${count} codes`;
}

type Details = TimelineEntry["details"];

function amountOf({ price, currency }: Details): string | null {
  return typeof price === "number" && Number.isSafeInteger(price) && typeof currency === "string"
    ? formatAmount(price, currency)
    : null;
}

function attemptOf({ attempt }: Details): string[] {
  return typeof attempt === "number" ? [`Attempt ${attempt}`] : [];
}

function saidBy({ statusCode, message }: Details): string[] {
  const said = typeof message === "string" && message !== "" ? [message] : [];
  return typeof statusCode === "number" ? [`Status ${statusCode}`, ...said] : said;
}

function newsOf(details: Details): string[] {
  const counts =
    typeof details.delivered === "number"
      ? [
          typeof details.ordered === "number"
            ? `${details.delivered} of ${details.ordered} delivered`
            : `${details.delivered} delivered`,
        ]
      : [];
  const status = typeof details.status === "string" ? [`Service status: ${details.status}`] : [];
  const id = typeof details.orderId === "string" ? [`Order ID ${details.orderId}`] : [];
  return [...id, ...status, ...counts, ...texts(details, "reason"), ...texts(details, "alarm")];
}

function texts(details: Details, name: string): string[] {
  const value = details[name];
  return typeof value === "string" && value !== "" ? [value] : [];
}
