import { DAY, HOUR, MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import { missingQuantity, orderedQuantity, sendableSince, type OrderRecord } from "./orderRecord.ts";
import { saysWorthless } from "./saysWorthless.ts";
import { STATES } from "./states.ts";

/** The service's polling cadence: "about every minute" (docs/service-interface.md §4.5) for each order, however many people watch it. */
export const POLL_GAP = MINUTE;
/** Used when the service does not say when codes are ready: small orders are near-instant (docs/service-interface.md §1). */
const FIRST_POLL_WITHOUT_ESTIMATE = 10 * SECOND;
/** A time further away than this is not an estimate, and must not keep us from polling at all. */
const LONGEST_PLAUSIBLE_WAIT = 2 * DAY;
/** A larger difference is more likely caused by a wrong `Date` header (in local time, or from a cache) than by the clocks. */
const MOST_BELIEVED_SKEW = 15 * MINUTE;
/** How long an estimate, which may be wrong, can delay a check by a person. */
const LONGEST_WAIT_FOR_CHECK = 5 * MINUTE;
/**
 * `partial` and `undelivered` are not said to be final (docs/service-interface.md §10.19), nor is `completed` while codes are missing: polled less
 * and less often, for a day.
 */
const RECHECK_FIRST = 5 * MINUTE;
const RECHECK_FOR = DAY;

type Polled = Pick<
  OrderRecord,
  | "state"
  | "attempts"
  | "estimatedReadyAt"
  | "lastPollAt"
  | "placedAt"
  | "finishedAt"
  | "createdAt"
  | "approvedAt"
  | "nextActionAt"
  | "origin"
  | "lines"
  | "delivered"
  | "ordered"
  | "statusName"
>;

/**
 * When to poll the order next, or null if a poll can report nothing new. `skewMs` is the service's clock minus ours, because its
 * estimates follow its clock.
 */
export function nextPollAt(record: Polled, now: Instant, skewMs: number): Instant | null {
  switch (STATES[record.state].poll) {
    case "until_ready":
      return pollWhenReady(record, now, skewMs);
    case "by_age":
      return afterGap(record, now, gapByAge(now - (record.placedAt ?? record.createdAt)));
    case "recheck":
      return recheck(record, now);
    case "until_codes":
      return lacksCodes(record) || saysWorthless(record.statusName) ? recheck(record, now) : null;
    case "slowly":
      return afterGap(record, now, now - sendableSince(record) < DAY ? 10 * MINUTE : HOUR);
    case "until_absent":
      return confirmAbsence(record, now);
    case null:
      return null;
  }
}

/** Codes that no answer has had are in no stock and no search. */
function lacksCodes(record: Pick<Polled, "origin" | "lines" | "delivered" | "ordered">): boolean {
  const { delivered } = record;
  return delivered === null || missingQuantity({ delivered, ordered: orderedQuantity(record) }) > 0;
}

function pollWhenReady(record: Polled, now: Instant, skewMs: number): Instant {
  const since = record.placedAt ?? record.createdAt;
  const expected = plausibleReadyAt(record.estimatedReadyAt, since, skewMs);
  if (record.lastPollAt === null) return Math.max(now, expected ?? since + FIRST_POLL_WITHOUT_ESTIMATE);
  const earliest = record.lastPollAt + gapByAge(now - since);
  // The estimate may change: a later one is waited for like the first.
  return Math.max(now, earliest, expected ?? 0);
}

/**
 * The service's estimate on our clock; null if it is absent or implausible. If the skew may come from a wrong header, returns the
 * earlier of both interpretations: a poll that is too early costs a minute, while codes that are not fetched for hours cost a
 * customer.
 */
export function plausibleReadyAt(estimate: Instant | null, since: Instant, skewMs: number): Instant | null {
  if (estimate === null) return null;
  const isBelieved = Math.abs(skewMs) <= MOST_BELIEVED_SKEW;
  const ours = isBelieved ? estimate - skewMs : Math.min(estimate, estimate - skewMs);
  if (ours - since > LONGEST_PLAUSIBLE_WAIT) return null;
  // A time in whole seconds may have been rounded down, and a poll that is too early costs a minute.
  return estimate % SECOND === 0 ? ours + SECOND : ours;
}

/** A minute on the first day, then less and less often: frequent polls do not help an order that is days late. */
function gapByAge(age: number): number {
  if (age < DAY) return POLL_GAP;
  return age < 7 * DAY ? 10 * MINUTE : HOUR;
}

function afterGap(record: Polled, now: Instant, gap: number): Instant {
  return Math.max(now, (record.lastPollAt ?? now - gap + POLL_GAP) + gap);
}

function recheck(record: Polled, now: Instant): Instant | null {
  const since = record.finishedAt ?? now;
  if (now - since >= RECHECK_FOR) return null;
  // Each pause is as long as all the time before it: 5, 10, 20, 40 minutes …
  const next = Math.max(now, (record.lastPollAt ?? now) + Math.max(RECHECK_FIRST, now - since));
  return Math.min(next, Math.max(since + RECHECK_FOR, (record.lastPollAt ?? now) + RECHECK_FIRST));
}

/** How long a 404 may come from a service that has not caught up with an order it accepted (docs/service-interface.md §10.11). */
export const CATCH_UP = 10 * MINUTE;

/**
 * An order that ended without being sent successfully is polled soon after its end, and again when a 404 has become proof: a
 * refusal such as 429 says that the service did nothing, which may be wrong. Without proof, it is polled on and on, because only
 * null says that nothing was bought (./states.ts). Null for an order that never left us.
 */
function confirmAbsence({ attempts, finishedAt, lastPollAt }: Polled, now: Instant): Instant | null {
  if (attempts === 0 || finishedAt === null) return null;
  if (lastPollAt === null || lastPollAt < finishedAt) {
    return Math.max(now, finishedAt + FIRST_POLL_WITHOUT_ESTIMATE, (lastPollAt ?? 0) + POLL_GAP);
  }
  const gap = now - finishedAt < DAY ? POLL_GAP : HOUR;
  return Math.max(now, lastPollAt + gap, finishedAt + CATCH_UP);
}

/** Until when an order with missing codes may still get them, as far as we keep checking; null: nothing more is expected. */
export function mayDeliverUntil(
  record: Pick<
    Polled,
    "state" | "finishedAt" | "nextActionAt" | "origin" | "lines" | "delivered" | "ordered"
  >,
  now: Instant,
): Instant | null {
  const { finishedAt } = record;
  if (finishedAt === null || !isRechecked(record)) return null;
  return now < finishedAt + RECHECK_FOR ? finishedAt + RECHECK_FOR : null;
}

function isRechecked(record: Parameters<typeof mayDeliverUntil>[0]): boolean {
  const { poll } = STATES[record.state];
  return poll === "recheck" || (poll === "until_codes" && record.nextActionAt !== null && lacksCodes(record));
}

/**
 * The earliest moment at which a person may have the order polled: the same cadence as the worker's, but an estimate delays it by
 * only some minutes. Before anything was sent there is nothing to poll, and the next attempt keeps its own time.
 */
export function mayPollAt(record: Polled, skewMs: number): Instant {
  if (record.state === "submitting" || record.state === "waiting") return record.nextActionAt ?? 0;
  const since = record.placedAt ?? record.createdAt;
  const expected =
    STATES[record.state].poll === "until_ready"
      ? plausibleReadyAt(record.estimatedReadyAt, since, skewMs)
      : null;
  const latest = (record.lastPollAt ?? since) + LONGEST_WAIT_FOR_CHECK;
  return Math.max(
    record.lastPollAt === null ? 0 : record.lastPollAt + POLL_GAP,
    Math.min(expected ?? 0, latest),
  );
}

/** Milliseconds after which a browser should read our own ledger again: reading is cheap, so this is soon after the worker's next poll. */
export function browserPollMs(
  record: Pick<OrderRecord, "state" | "nextActionAt">,
  now: Instant,
): number | null {
  switch (STATES[record.state].refresh) {
    case "often":
      return 1_500;
    case "around_next_action": {
      const untilNext = record.nextActionAt === null ? 10 * SECOND : record.nextActionAt - now + SECOND;
      return Math.min(30 * SECOND, Math.max(1_500, untilNext));
    }
    case "while_due":
      return record.nextActionAt === null ? null : MINUTE;
    case null:
      return null;
  }
}
