import type { OrderState } from "#lib/contracts/orderState.ts";
import type { Instant } from "#lib/time/instant.ts";
import { orderedQuantity, type OrderRecord } from "./orderRecord.ts";
import type { OrderReport, ReportedOutcome } from "./orderReport.ts";
import { isAtService, isDelivered, isGivenUp, STATES } from "./states.ts";

/**
 * What an answer of the service adds to what we know. Known facts are never erased or overwritten by a poorer or later
 * answer; a contradiction becomes the alarm. Times are set from `now`.
 */
export function mergeReport(facts: OrderRecord, report: OrderReport, now: Instant): OrderRecord {
  const conflicts: string[] = [];
  const state = forward(facts, report.outcome, conflicts);
  const kept = keepIdentity(facts, report, conflicts);
  const told = report.delivered ?? deliveredByOutcome(report);
  compareIntent(facts, report, conflicts);
  compareCounts(facts, report, told, conflicts);
  const accepted = state === report.outcome;
  return {
    ...facts,
    ...kept,
    state,
    delivered: most(facts.delivered, told),
    ordered: facts.ordered ?? report.ordered,
    statusName: accepted ? (report.statusName ?? facts.statusName) : facts.statusName,
    // What was said of an earlier state does not stay with a later one.
    message: accepted ? (report.message ?? (state === facts.state ? facts.message : null)) : facts.message,
    reason: report.reason ?? facts.reason,
    estimatedReadyAt: report.estimatedReadyAt ?? facts.estimatedReadyAt,
    wallet: report.wallet ?? facts.wallet,
    currency: facts.currency ?? report.currency,
    price: facts.price ?? report.price,
    placedAt: facts.placedAt ?? now,
    finishedAt: isDelivered(state) ? (facts.finishedAt ?? now) : facts.finishedAt,
    alarm: raised(facts.alarm, conflicts),
  };
}

/** Longer than this, an alarm says nothing new to anybody. */
const LONGEST_ALARM = 600;

/** The alarm with these sentences in it: what was raised once stays, and is not said twice. */
export function raised(alarm: string | null, sentences: readonly string[]): string | null {
  return sentences.reduce<string | null>((said, sentence) => {
    if (said === null) return sentence;
    return said.includes(sentence) || said.length > LONGEST_ALARM ? said : `${said} ${sentence}`;
  }, alarm);
}

function forward(facts: OrderRecord, next: ReportedOutcome, conflicts: string[]): OrderState {
  if (isGivenUp(facts.state)) {
    conflicts.push(`The service has this order although it was ${facts.state.replace("_", " ")} here.`);
  }
  if (!isAtService(facts.state) || STATES[next].rank >= STATES[facts.state].rank) return next;
  conflicts.push(`The service now says "${next}" of an order that was ${facts.state}.`);
  return facts.state;
}

function keepIdentity(
  facts: OrderRecord,
  report: OrderReport,
  conflicts: string[],
): Pick<OrderRecord, "orderId" | "externalOrderCode"> {
  if (facts.orderId !== null && report.orderId !== null && facts.orderId !== report.orderId) {
    conflicts.push(`The service answered with order id ${report.orderId}, not ${facts.orderId}.`);
  }
  const told = report.externalOrderCode;
  if (facts.origin === "placed" && told !== null && told !== facts.externalOrderCode) {
    conflicts.push(`The service answered with the order code ${told}.`);
  }
  return {
    orderId: facts.orderId ?? report.orderId,
    // The reference by which an order was found may have been its numeric id: the service knows better.
    externalOrderCode: facts.origin === "found" ? (told ?? facts.externalOrderCode) : facts.externalOrderCode,
  };
}

/** An existing order of somebody else under our code shows by what it is about (docs/service-interface.md §10.2). */
function compareIntent(facts: OrderRecord, report: OrderReport, conflicts: string[]): void {
  if (facts.origin !== "placed") return;
  if (report.price !== null && facts.price !== null && report.price !== facts.price) {
    conflicts.push("The service's total for this order is not the one that was confirmed.");
  }
  if (report.currency !== null && facts.currency !== null && report.currency !== facts.currency) {
    conflicts.push("The service's currency for this order is not the one that was confirmed.");
  }
}

/** Counts that shrink or do not fit what was confirmed: somebody has to know. */
function compareCounts(
  facts: OrderRecord,
  report: OrderReport,
  delivered: number | null,
  conflicts: string[],
): void {
  if (delivered !== null && facts.delivered !== null && delivered < facts.delivered) {
    conflicts.push(`The service now tells ${delivered} delivered codes; it told ${facts.delivered} before.`);
  }
  const wanted = orderedQuantity(facts);
  if (wanted === null) return;
  if (report.ordered !== null && report.ordered !== wanted) {
    conflicts.push(`The service tells ${report.ordered} ordered codes, not ${wanted}.`);
  }
  if (report.outcome === "completed" && report.codeCount > 0 && report.codeCount < wanted) {
    conflicts.push(`The service calls the order complete with ${report.codeCount} of ${wanted} codes.`);
  }
}

function deliveredByOutcome(report: OrderReport): number | null {
  if (report.outcome === "undelivered") return 0;
  return report.codeCount > 0 ? report.codeCount : null;
}

function most(known: number | null, told: number | null): number | null {
  if (known === null) return told;
  return told === null ? known : Math.max(known, told);
}
