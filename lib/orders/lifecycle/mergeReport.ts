import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { OtherOrder } from "#lib/contracts/orders/otherOrder.ts";
import type { Instant } from "#lib/time/instant.ts";
import { differencesFromIntent } from "./compareIntent.ts";
import { isOtherCode } from "./isAnotherOrder.ts";
import { orderedQuantity, placedQuantity, type OrderRecord } from "./orderRecord.ts";
import type { OrderReport, ReportedOutcome } from "./orderReport.ts";
import { isAtService, isDelivered, isGivenUp, isSending, STATES } from "./states.ts";
import { saysWorthless } from "./saysWorthless.ts";
import { isWithheld } from "./withheld.ts";

/**
 * Adds what an answer of the service says to what we know. Nothing known is erased or overwritten by an answer that says less, or
 * that arrives late, except the service's word for the state; a contradiction raises the alarm. Times are set from `now`.
 */
export function mergeReport(record: OrderRecord, report: OrderReport, now: Instant): OrderRecord {
  const differences = differencesFromIntent(record, report);
  if (differences.length > 0 || isWithheld(record)) return withhold(record, report, differences);
  const conflicts: string[] = [];
  const outcome = outcomeFor(record, report);
  const state = forward(record, outcome, conflicts);
  const identity = keepIdentity(record, report, conflicts);
  const delivered = deliveredOf({ ...report, outcome });
  compareCounts(record, { ...report, outcome }, delivered, conflicts);
  if (report.codeCount > 0 && saysWorthless(report.statusName)) {
    conflicts.push(`The service calls this order “${report.statusName}”: its codes may be worthless.`);
  }
  const accepted = state === outcome;
  return {
    ...record,
    ...identity,
    state,
    delivered: most(record.delivered, delivered),
    ordered: record.ordered ?? (isContradicted(record, report) ? null : report.ordered),
    // What was said about an earlier state is not kept with a later one; the status is the one that the service gives now, or none.
    statusName: accepted ? report.statusName : record.statusName,
    message: accepted ? (report.message ?? (state === record.state ? record.message : null)) : record.message,
    reason: report.reason ?? record.reason,
    estimatedReadyAt: report.estimatedReadyAt ?? record.estimatedReadyAt,
    wallet: report.wallet ?? record.wallet,
    currency: record.currency ?? report.currency,
    price: record.price ?? report.price,
    placedAt: record.placedAt ?? now,
    finishedAt: isDelivered(state) ? (record.finishedAt ?? now) : record.finishedAt,
    alarm: addToAlarm(record.alarm, conflicts),
  };
}

export const ANOTHER_ORDER =
  "Another order has this reference: what the service shows is not what was confirmed here.";
/** The most lines that are kept to be shown. */
const MOST_SHOWN = 50;

/**
 * Keeps what the service shows beside the order, for a person to decide whose it is, and takes nothing of it for ours. An answer that
 * says less, or what was confirmed, does not end that.
 */
export function withhold(
  record: OrderRecord,
  report: OrderReport,
  differences: OtherOrder["differences"],
): OrderRecord {
  const state = withheldState(record.state);
  const known = { ...record, state, everAmbiguous: record.everAmbiguous || state === "needs_review" };
  if (differences.length === 0) return known;
  const { orderId, externalOrderCode, statusName, currency, price, lines, codesByProduct } = report;
  return {
    ...known,
    otherOrder: {
      orderId,
      externalOrderCode,
      statusName,
      currency,
      price,
      lines: lines.slice(0, MOST_SHOWN),
      codes: codesByProduct.slice(0, MOST_SHOWN),
      differences: allDifferences(record, differences).slice(0, MOST_SHOWN),
      acceptedAt: null,
    },
    alarm: addToAlarm(record.alarm, [ANOTHER_ORDER, ...differences.map(({ text }) => text)]),
  };
}

/** With those that were seen, or accepted, before. */
function allDifferences(
  { otherOrder }: OrderRecord,
  now: OtherOrder["differences"],
): OtherOrder["differences"] {
  const before = otherOrder?.differences ?? [];
  return [...before.filter(({ key }) => now.every((each) => each.key !== key)), ...now];
}

/** What the service says of the order's state may be another order's. */
function withheldState(state: OrderState): OrderState {
  if (isSending(state)) return "needs_review";
  return STATES[state].stage === "fulfilment" ? "unrecognised" : state;
}

/** What an answer about another order than the one that we asked about says of ours: nothing but that something is wrong. */
export function noteStray(record: OrderRecord, report: OrderReport): OrderRecord {
  const conflicts: string[] = [];
  keepIdentity(record, report, conflicts);
  return { ...record, alarm: addToAlarm(record.alarm, conflicts) };
}

/** A longer alarm tells nobody anything new. */
const LONGEST_ALARM = 600;

/** Adds sentences to the alarm. Existing ones stay, and are not repeated. */
export function addToAlarm(alarm: string | null, sentences: readonly string[]): string | null {
  return sentences.reduce<string | null>((said, sentence) => {
    if (said === null) return sentence;
    return said.includes(sentence) || said.length > LONGEST_ALARM ? said : `${said} ${sentence}`;
  }, alarm);
}

/**
 * What an answer with a count of codes means for an order whose quantity we know: the number by which the reader classified it
 * may count something else. An order that the service itself calls completed stays completed.
 */
function outcomeFor(record: OrderRecord, report: OrderReport): ReportedOutcome {
  const wanted = placedQuantity(record);
  if (wanted === null || !isDelivered(report.outcome) || report.outcome === "undelivered") {
    return report.outcome;
  }
  const saysCompleted = isCalledCompleted(report);
  const came = Math.max(report.delivered ?? 0, report.codeCount);
  // Some services give a reason with every order.
  if (came >= wanted) return saysCompleted || report.reason === null ? "completed" : report.outcome;
  const isCounted = report.ordered !== null || (report.delivered ?? 0) > 0;
  if (!isCounted) return report.outcome;
  return saysCompleted ? "completed" : "partial";
}

function isCalledCompleted({ statusName }: OrderReport): boolean {
  return statusName?.trim().toLowerCase() === "completed";
}

function isContradicted(record: OrderRecord, { ordered }: OrderReport): boolean {
  const wanted = placedQuantity(record);
  return wanted !== null && ordered !== wanted;
}

function forward(record: OrderRecord, next: ReportedOutcome, conflicts: string[]): OrderState {
  if (isGivenUp(record.state)) {
    const word = STATES[record.state].word.toLowerCase();
    conflicts.push(
      `The service has this order, although it was recorded here as ${word}. Don't place it again.`,
    );
  }
  if (!isAtService(record.state) || STATES[next].rank >= STATES[record.state].rank) return next;
  conflicts.push(
    `The service now reports this order as “${STATES[next].word}”; it reported “${STATES[record.state].word}” before.`,
  );
  return record.state;
}

function keepIdentity(
  record: OrderRecord,
  report: OrderReport,
  conflicts: string[],
): Pick<OrderRecord, "orderId" | "externalOrderCode"> {
  if (record.orderId !== null && report.orderId !== null && record.orderId !== report.orderId) {
    conflicts.push(`The service answered with order ID ${report.orderId}, not ${record.orderId}.`);
  }
  const code = report.externalOrderCode;
  if (record.origin === "placed" && isOtherCode(record.externalOrderCode, code)) {
    conflicts.push(`The service answered with another order reference: ${code}.`);
  }
  return {
    orderId: record.orderId ?? report.orderId,
    // The reference by which an order was found may have been its numeric id; the service's answer is more reliable.
    externalOrderCode:
      record.origin === "found" ? (code ?? record.externalOrderCode) : record.externalOrderCode,
  };
}

/** Raises the alarm if a count becomes smaller, or does not match what was confirmed. */
function compareCounts(
  record: OrderRecord,
  report: OrderReport,
  delivered: number | null,
  conflicts: string[],
): void {
  if (delivered !== null && record.delivered !== null && delivered < record.delivered) {
    conflicts.push(
      `The service now reports ${delivered} delivered codes; it reported ${record.delivered} before.`,
    );
  }
  const wanted = orderedQuantity(record);
  if (wanted === null) return;
  // A number equal to the order's total counts money, not codes.
  if (report.ordered !== null && report.ordered !== wanted && report.ordered !== record.price) {
    conflicts.push(`The service reports ${report.ordered} ordered codes, not ${wanted}.`);
  }
  const came = report.codeCount > 0 ? report.codeCount : delivered;
  if (report.outcome === "completed" && came !== null && came < wanted) {
    const isNamedOtherwise = report.statusName !== null && !isCalledCompleted(report);
    conflicts.push(
      isNamedOtherwise
        ? `The service shows ${came} of ${wanted} codes, and calls the order “${report.statusName}”.`
        : `The service calls the order complete with ${came} of ${wanted} codes.`,
    );
  }
}

/** How many codes are delivered. Those of a complete order that came along are, even if the service counts fewer: it may count lines. */
function deliveredOf({ outcome, delivered, codeCount }: OrderReport): number | null {
  const came = codeCount > 0 ? codeCount : null;
  if (outcome === "completed") return most(delivered, came);
  return delivered ?? (outcome === "undelivered" ? 0 : came);
}

function most(known: number | null, reported: number | null): number | null {
  if (known === null) return reported;
  return reported === null ? known : Math.max(known, reported);
}
