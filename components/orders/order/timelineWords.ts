import { CLAIMS } from "#lib/claims/states.ts";
import { CLAIM_STATES } from "#lib/contracts/claims/claimStates.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import type { OrderAuditAction } from "#lib/audit/actions.ts";
import { deputyWords } from "#lib/audit/deputyWords.ts";
import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { automationInWords, recordedAutomation } from "#lib/orders/automation/automationWords.ts";
import { recordedClass, type AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { limitWords } from "#lib/orders/limits/limitWords.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { readExceededLimit } from "./readExceededLimit.ts";

/** The texts of one entry: what happened, recorded details, and messages quoted verbatim. */
export type TimelineWords = { title: string; details: string[]; messages?: string[] };

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
    title: confirmed(details),
    details: [amountOf(details), limitOf(details)].filter((text) => text !== null),
  }),
  "order.attempt-started": ({ details }) =>
    // An order that waited for its approval or its turn is sent for the first time by a worker.
    details.attempt === 1
      ? { title: "Sending", details: [] }
      : { title: "Sent again", details: attemptOf(details) },
  "order.attempted": (entry) => ({
    title: outcomeOf(entry),
    details: [...attemptOf(entry.details), ...statusOf(entry.details)],
    // Without a status nothing was sent, and the message is our own: it says the same as the title.
    messages: wasHeldBack(entry.details) ? [] : messagesOf(entry.details),
  }),
  "order.state": (entry) => ({
    title: checked(entry),
    details: newsOf(entry.details),
    messages: messagesOf(entry.details),
  }),
  "order.found": ({ details }) => ({
    title: "Found at the service",
    details: newsOf(details),
    messages: messagesOf(details),
  }),
  "order.closed": ({ details }) => ({ title: "Closed", details: texts(details, "reason") }),
  "order.withdrawn": () => ({ title: "Withdrawn", details: [] }),
  "order.answer-accepted": ({ details }) => ({
    title: "Accepted what the service shows as this order",
    details: texts(details, "reason"),
  }),
  "order.approved": ({ details }) => ({
    title: withDeputy("Approved", details),
    details: texts(details, "comment"),
  }),
  "order.declined": ({ details }) => ({
    title: details.lapsed === true ? "Lapsed" : withDeputy(declined(details), details),
    details: texts(details, "reason"),
  }),
  "order.reminded": () => ({ title: "Reminded whoever approves orders", details: [] }),
  "order.passed-on": () => ({ title: "Passed on to the next approvers", details: [] }),
  "order.labelled": ({ details }) => ({
    title: "Purchase order, note or tags changed",
    details: labelsOf(details),
  }),
  "order.alarm": ({ details }) => ({
    title: "Alarm: check this order",
    details: [],
    messages: messagesOf(details),
  }),
  "order.dismissed": () => ({ title: "Dismissed from Needs attention", details: [] }),
  "order.restored": () => ({ title: "Put back in Needs attention", details: [] }),
  "order.catalog-read-again": ({ details }) => ({
    title: "Catalog rechecked",
    details: texts(details, "reason"),
  }),
  "codes.revealed": ({ details }) => ({
    title: revealed(details),
    details: texts(details, "reason"),
  }),
  "codes.exported": (entry) => ({ title: exported(entry.details), details: texts(entry.details, "reason") }),
  "codes.export-finished": ({ details }) => exportFinished(details),
  "codes.release-requested": ({ details }) => ({
    title: `Asked for a release to export ${countedCodes(details.count)}`,
    details: texts(details, "reason"),
  }),
  "codes.release-granted": ({ details }) => ({
    title: withDeputy(`Released the export of ${countedCodes(details.count)}`, details),
    details: [],
  }),
  "codes.release-refused": ({ details }) => ({
    title: withDeputy(`Refused the export of ${countedCodes(details.count)}`, details),
    details: [],
  }),
  // Of no order: none of them is in a timeline.
  "codes.hand-out-release-requested": () => ({ title: "Release of hand-outs requested", details: [] }),
  "codes.hand-out-release-granted": () => ({ title: "Hand-outs released", details: [] }),
  "codes.hand-out-release-refused": () => ({ title: "Hand-outs refused", details: [] }),
  "codes.missed": () => ({ title: "Looked up what was no reference and no code", details: [] }),
  "codes.hand-outs-beyond-limit": () => ({ title: "Limit on taking codes passed by hand-outs", details: [] }),
  "codes.handed-out": ({ details }) => ({
    title: `Handed out ${countedCodes(details.count)}`,
    details: [...customerOf(details), ...texts(details, "reason")],
  }),
  "codes.hand-out-read": ({ details }) => ({
    title: `Showed ${countedCodes(details.count)} again, already handed out`,
    details: [...customerOf(details), ...texts(details, "reason")],
  }),
  "codes.hand-out-undone": ({ details }) => ({
    title: `Did not hand out ${countedCodes(details.count)}: the service no longer lists them`,
    details: customerOf(details),
  }),
  "codes.hand-out-taken-back": ({ details }) => ({
    title: `Took back the hand-out of ${countedCodes(details.count)}`,
    details: customerOf(details),
  }),
  "codes.message-copied": ({ details }) => ({
    title: "Copied a message with a code that was shown",
    details: customerOf(details),
  }),
  "codes.hand-out-disputed": ({ details }) => ({
    title: disputed(details),
    details: customerOf(details),
  }),
  "codes.claim-opened": ({ details }) => ({
    title: `Noted that ${numberedCode(details)} does not work`,
    details: [],
  }),
  "codes.claim-moved": ({ details }) => ({
    title: `Claim for ${numberedCode(details)}${claimStateOf(details)}`,
    details: [],
  }),
  "codes.claim-evidenced": ({ details }) => ({
    title: `Made the evidence of the claim for ${numberedCode(details)}`,
    details: [],
  }),
  "codes.claim-terms-changed": () => ({ title: "Term for claims changed", details: [] }),
  "codes.counted": ({ details }) => ({
    title:
      typeof details.announced === "number"
        ? `Showed ${countedCodes(details.count)} instead of ${formatCount(details.announced)}`
        : "Showed another number of codes than announced",
    details: [],
  }),
  "codes.searched": () => ({ title: "Found by one of its codes", details: [] }),
  "codes.budget-neared": () => ({ title: "Limit on revealing codes almost reached", details: [] }),
  "codes.settings-changed": () => ({ title: "Rules for revealing codes changed", details: [] }),
  "codes.message-changed": () => ({ title: "Message for customers changed", details: [] }),
  "codes.relaxation-asked": () => ({ title: "Looser rules for revealing codes asked for", details: [] }),
};

function declined({ wantsChanges }: TimelineEntry["details"]): string {
  return wantsChanges === true ? "Changes asked for" : "Declined";
}

function withDeputy(title: string, details: TimelineEntry["details"]): string {
  const deputy = deputyWords(details);
  return deputy === null ? title : `${title} ${deputy}`;
}

function confirmed(details: TimelineEntry["details"]): string {
  const automation = recordedAutomation(details);
  return automation === null ? "Confirmed" : `Placed by ${automationInWords(automation).toLowerCase()}`;
}

export function timelineWords(entry: TimelineEntry): TimelineWords {
  const { action } = entry;
  // An action that an earlier version recorded is shown with its own name.
  return isOrderAuditAction(action)
    ? WORDS[action](entry)
    : { title: action, details: newsOf(entry.details), messages: messagesOf(entry.details) };
}

function isOrderAuditAction(action: string): action is OrderAuditAction {
  return Object.hasOwn(WORDS, action);
}

const LABELS = { purchaseOrder: "Purchase order", note: "Note", tags: "Tags" } as const;

function labelsOf(details: Details): string[] {
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const change = details[name];
    if (typeof change !== "object" || change === null || !("to" in change)) return [];
    const { to } = change;
    const text = Array.isArray(to) ? to.join(", ") : typeof to === "string" ? to : "";
    return [text === "" ? `${label} removed` : `${label}: ${text}`];
  });
}

/** The outcome of an attempt in words. */
export function outcomeOf({ details }: TimelineEntry): string {
  const outcome = recordedClass(details);
  if (outcome === "ambiguous" && typeof details.statusCode === "number") return "Outcome unknown";
  return outcome === undefined ? "Sent" : OUTCOMES[outcome];
}

function wasHeldBack({ outcome, statusCode }: Details): boolean {
  return outcome === "throttled" && typeof statusCode !== "number";
}

function checked({ actor }: TimelineEntry): string {
  return actor === null ? "Status updated" : "Status checked";
}

function revealed(details: Details): string {
  const { count, first } = details;
  if (typeof count !== "number") return "Revealed codes";
  return `Revealed ${countedCodes(count)}${startingAt(first)}`;
}

const FORMATS: Record<string, string> = { csv: "CSV", xlsx: "XLSX", json: "JSON", print: "printable sheet" };

function exported({ count, format, first, encrypted }: Details): string {
  const codes = countedCodes(count);
  const kind = (typeof format === "string" ? FORMATS[format] : undefined) ?? "file";
  return `Exported ${codes} as ${kind}${encrypted === true ? " in an encrypted archive" : ""}${startingAt(first)}`;
}

function startingAt(first: unknown): string {
  return typeof first === "number" && first > 1 ? `, starting at number ${formatCount(first)}` : "";
}

function customerOf({ customerReference }: Details): string[] {
  return typeof customerReference === "string" ? [`Customer: ${customerReference}`] : [];
}

/** Without its details, which not everybody sees, a record only says that this was noted. */
function disputed({ disputed: isDisputed }: Details): string {
  if (isDisputed === undefined) return "Noted whether a handed-out code is disputed";
  return isDisputed === true ? "A handed-out code is disputed" : "A handed-out code is no longer disputed";
}

function numberedCode({ number }: Details): string {
  return typeof number === "number" ? `code ${formatCount(number)}` : "a code";
}

function claimStateOf({ to }: Details): string {
  const state = CLAIM_STATES.find((each) => each === to);
  return state === undefined ? " changed" : `: ${CLAIMS[state].label.toLowerCase()}`;
}

function countedCodes(count: unknown): string {
  return typeof count === "number" ? counted(count, "code", "codes") : "codes";
}

function exportFinished(details: Details): TimelineWords {
  const { rows, sha256, complete } = details;
  if (complete === undefined) return { title: "Export ended", details: [] };
  if (complete !== true) return { title: "Export interrupted", details: [] };
  return {
    title: `Export finished: ${countedCodes(rows)}`,
    details: typeof sha256 === "string" ? [`SHA-256 ${sha256}`] : [],
  };
}

type Details = TimelineEntry["details"];

function amountOf({ price, currency }: Details): string | null {
  return typeof price === "number" && Number.isSafeInteger(price) && typeof currency === "string"
    ? formatAmount(price, currency)
    : null;
}

function limitOf({ overLimit, currency }: Details): string | null {
  const exceeded = readExceededLimit(overLimit);
  if (exceeded === null || typeof currency !== "string") return null;
  return `Above the limit of ${limitWords(exceeded, currency)}`;
}

function attemptOf({ attempt }: Details): string[] {
  return typeof attempt === "number" ? [`Attempt ${formatCount(attempt)}`] : [];
}

function statusOf({ statusCode }: Details): string[] {
  return typeof statusCode === "number" ? [`Status ${statusCode}`] : [];
}

/** The sentences of the service, and alarms. */
function messagesOf(details: Details): string[] {
  return ["message", "reason", "alarm"].flatMap((name) => texts(details, name));
}

function newsOf(details: Details): string[] {
  const counts =
    typeof details.delivered === "number"
      ? [
          typeof details.ordered === "number"
            ? `${formatCount(details.delivered)} of ${formatCount(details.ordered)} delivered`
            : `${formatCount(details.delivered)} delivered`,
        ]
      : [];
  const status = typeof details.status === "string" ? [`Service status: ${details.status}`] : [];
  const id = typeof details.orderId === "string" ? [`Order ID ${details.orderId}`] : [];
  return [...id, ...status, ...counts];
}

function texts(details: Details, name: string): string[] {
  const value = details[name];
  return typeof value === "string" && value !== "" ? [value] : [];
}
