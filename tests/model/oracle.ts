import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { isDelivered, STATES } from "#lib/orders/lifecycle/states.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { attempts, codeFingerprints, orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { LEASE } from "#server/orders/ledger/lease.ts";
import type { OrderWorld } from "#tests/support/orderWorld.ts";
import { RETRY_AFTER_SECONDS } from "./history.ts";

const storedSchema = z.array(
  z.object({ orderId: z.int(), externalOrderCode: z.string(), readyAt: z.number() }),
);
const receivedSchema = z.array(
  z.object({
    method: z.string(),
    at: z.number(),
    body: z.string().nullable(),
    code: z.string().nullable(),
  }),
);

/** What was confirmed, and what the service had before. */
export type Confirmed = {
  confirmationId: string;
  /** Nothing need be written: a typed reference may be refused before, and an automation may find that it can't order now. */
  mayBeNothing: boolean;
  /** The order of somebody else that has the typed reference. */
  foreignOrderId: number | null;
  /** Whether that order can be told from the confirmed one, once the service shows it. */
  isForeignOther: boolean;
  /** The service's clock minus ours. */
  skewMs: number;
  /** How many processes died after a poll, before they could write what it said. */
  unwrittenPolls: number;
};

export type Seen = { row: OrderRow; heldCount: number; reveals: number; isAnswered: boolean };

/**
 * Checks the invariants (docs/architecture.md#invariants) for one confirmation, with the service's own record as the
 * oracle. Throws with the number of the violated invariant. Null: nothing was written or bought, as may be of a typed reference or an automation.
 */
export async function checkInvariants(
  world: OrderWorld,
  { confirmationId, mayBeNothing, foreignOrderId, isForeignOther, skewMs, unwrittenPolls }: Confirmed,
  before: Seen | null,
): Promise<Seen | null> {
  const rows = await world.program.db.select().from(orders).where(eq(orders.confirmationId, confirmationId));
  const [row] = rows;
  if (row === undefined && mayBeNothing && before === null) return null;
  // 2. One confirmation, one code.
  if (row === undefined || rows.length !== 1) throw new Error(`2: ${rows.length} orders of one confirmation`);
  const code = row.externalOrderCode ?? "";
  const [held, requests, tried, records] = await Promise.all([
    world.sandbox.control("GET", `orders?code=${code}`).then((value) => storedSchema.parse(value)),
    world.sandbox.control("GET", "requests").then((value) => receivedSchema.parse(value)),
    world.program.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderRow, row.id))
      .orderBy(asc(attempts.number)),
    world.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.orderRow, row.id))
      .orderBy(asc(auditRecords.id)),
  ]);
  const kept = held.filter(({ orderId }) => orderId !== foreignOrderId);
  const asked = requests.filter((each) => each.code !== null && [code, row.orderId].includes(each.code));
  const posts = asked.filter(({ method }) => method === "POST");
  // 1. Every POST that the service saw is recorded as an attempt.
  if (posts.length > tried.length) throw new Error(`1: ${posts.length} POSTs, ${tried.length} attempts`);
  checkApproval(row, posts.length, records);
  // 3. All attempts of a code are byte-identical.
  const sent = new Set([...posts.map(({ body }) => body), row.body?.toString("base64")]);
  if (sent.size !== 1) throw new Error("3: different bodies for one code");
  // 4. At most one attempt at a time, each with a higher fencing number than that with which the previous one ended.
  if (tried.filter(({ endedAt }) => endedAt === null).length > 1) throw new Error("4: two attempts at once");
  if (tried.some((each, index) => each.fence < (tried[index - 1]?.fence ?? 0)))
    throw new Error("4: fences went back");
  // Refusals are not retried unchanged (docs/service-interface.md §7, rule 3).
  const answered = tried.findIndex(isLastWord);
  if (answered !== -1 && answered < tried.length - 1)
    throw new Error(`rule 3: sent again after ${tried[answered]?.outcome} ${tried[answered]?.statusCode}`);
  // Never buy twice, and never take somebody else's order for this one.
  const isForeign = foreignOrderId !== null && row.orderId === String(foreignOrderId);
  // As long as the service tells nothing but its number, it cannot be told from ours; its outcome never becomes ours.
  if (isForeign && (!isForeignOther || isDelivered(row.state)))
    throw new Error(`a foreign order was adopted, as ${row.state}`);
  await checkProducts(world, row);
  if (kept.length > 1) throw new Error(`bought ${kept.length} times`);
  // 5. Given up only if nothing was ever ambiguous.
  if (STATES[row.state].isNothingBought) {
    const doubtful = tried.find(
      ({ outcome }) => outcome === "ambiguous" || outcome === "accepted" || outcome === "exists",
    );
    if (doubtful !== undefined)
      throw new Error(`5: ${row.state} after an attempt that was ${doubtful.outcome}`);
    // After its end it is polled again, and then it has to be found.
    if (kept.length > 0 && row.nextActionAt === null)
      throw new Error(`5: ${row.state}, but the service has it`);
  }
  // 7. Only forward, and known values stay.
  // A person has found that what the service shows is not ours.
  const isDisowned = row.state === "closed" && row.otherOrder !== null;
  if (before !== null && !isDisowned) {
    if (STATES[row.state].rank < STATES[before.row.state].rank)
      throw new Error(`7: ${before.row.state} became ${row.state}`);
    if (before.row.orderId !== null && row.orderId !== before.row.orderId)
      throw new Error("7: the order id changed");
    if ((row.delivered ?? 0) < (before.row.delivered ?? 0)) throw new Error("7: delivered shrank");
  }
  checkRetryAfter(world, requests, skewMs);
  checkCadence(row, kept, asked, unwrittenPolls);
  // 10. Each transition has exactly one record: they form a chain from the confirmation to now.
  const changes = records.filter(({ fromState, toState }) => fromState !== toState);
  for (const [index, change] of changes.entries()) {
    const previous = index === 0 ? null : (changes[index - 1]?.toState ?? null);
    if (change.fromState !== previous)
      throw new Error(`10: ${previous} → … → ${change.fromState} was not recorded`);
  }
  if (changes.at(-1)?.toState !== row.state)
    throw new Error(`10: the last transition was not recorded: ${row.state} after ${timelineOf(records)}`);
  const reveals = records.filter(({ action }) => action === "codes.revealed").length;
  return { row, heldCount: kept.length, reveals, isAnswered: answered !== -1 };
}

/** No code of a product that was not ordered is ever shown as delivered. */
async function checkProducts({ program }: OrderWorld, { id, lines, delivered }: OrderRow): Promise<void> {
  const seen = await program.db
    .select({ productId: codeFingerprints.productId })
    .from(codeFingerprints)
    .where(eq(codeFingerprints.orderRow, id));
  const ordered = new Set(lines.map(({ productId }) => productId));
  const strange = seen.find(({ productId }) => productId !== null && !ordered.has(productId));
  if (strange !== undefined) throw new Error(`a code of product ${strange.productId}, which was not ordered`);
  const wanted = lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  if (Math.max(seen.length, delivered ?? 0) > wanted)
    throw new Error(`more codes than the ${wanted} ordered`);
}

function timelineOf(records: readonly { action: string; toState: string | null }[]): string {
  return records.map(({ action, toState }) => `${action} ${toState}`).join(", ");
}

/** 12. What is above a limit is sent after the one decision of another member, or never. 19. What lapsed or was declined was never sent. */
function checkApproval(
  { overLimit, state, placedBy, approvedAt }: OrderRow,
  posts: number,
  records: readonly { action: string; actorId: string | null; details: Record<string, unknown> }[],
): void {
  const decisions = records.filter(
    ({ action }) => action === "order.approved" || action === "order.declined",
  );
  if (decisions.length > 1) throw new Error(`12: decided on ${decisions.length} times`);
  const [decision] = decisions;
  const isApproved = decision?.action === "order.approved";
  const isLapse = decision?.action === "order.declined" && decision.details.lapsed === true;
  if (decision !== undefined && !isLapse && (decision.actorId === null || decision.actorId === placedBy)) {
    throw new Error("12: decided on by whoever confirmed it");
  }
  if (isLapse && decision.actorId !== null) throw new Error("12: a member's decision is recorded as a lapse");
  if (decision !== undefined && !isApproved && posts > 0)
    throw new Error(`19: ${posts} POSTs of what was declined`);
  if ((approvedAt !== null) !== isApproved) throw new Error("12: approved without a record");
  if (overLimit === null ? state === "awaiting_approval" || isApproved : posts > 0 && !isApproved) {
    throw new Error(`12: ${posts} POSTs of an order in ${state} without the approval it needs`);
  }
}

/** The service has refused the same bytes, or said that it has the order. An unknown key is not final, because it may be corrected. */
export function isLastWord(attempt: { outcome: string | null; statusCode: number | null }): boolean {
  return attempt.outcome === "exists" || (attempt.outcome === "refused" && attempt.statusCode !== 401);
}

/** 8. After a 429, no instance sends anything before the time that it named. */
function checkRetryAfter(world: OrderWorld, all: z.infer<typeof receivedSchema>, skewMs: number): void {
  const throttled = world.calls.filter(({ statusCode }) => statusCode === 429);
  for (const { answeredAt: answered } of throttled) {
    const early = all.find((each) => {
      const since = each.at - skewMs - answered;
      return since > IN_PROGRESS_MS && since < RETRY_AFTER_SECONDS * SECOND - IN_PROGRESS_MS;
    });
    if (early !== undefined)
      throw new Error(`8: ${early.method} ${early.at - skewMs - answered} ms after a 429`);
  }
}

/** In milliseconds. Calls that were in progress together with the one that was answered 429 did not know of it yet. */
const IN_PROGRESS_MS = 250;

/**
 * 9. Polls by the order's id (those after it was found): the first when it is expected, the others a minute apart. Nobody knows of a poll
 * whose process died: whoever takes the order after that one's lease polls again.
 */
function checkCadence(
  row: OrderRow,
  kept: z.infer<typeof storedSchema>,
  asked: z.infer<typeof receivedSchema>,
  unwrittenPolls: number,
): void {
  const polls = asked
    .filter(({ method, code }) => method === "GET" && code === row.orderId)
    .map(({ at }) => at);
  const readyAt = kept[0]?.readyAt;
  // The Date header has whole seconds, and so has the measured skew.
  const tolerance = 2 * SECOND;
  const [first] = polls;
  const told = row.estimatedReadyAt !== null;
  if (told && first !== undefined && readyAt !== undefined && first < readyAt - tolerance) {
    throw new Error(`9: looked ${readyAt - first} ms before it is expected`);
  }
  const gaps = polls.map((at, index) => at - (polls[index - 1] ?? Number.NEGATIVE_INFINITY));
  const early = gaps.filter((gap) => gap < MINUTE - tolerance);
  if (early.length > unwrittenPolls || early.some((gap) => gap < LEASE - tolerance))
    throw new Error(`9: looked again after ${early.join(", ")} ms, ${unwrittenPolls} polls not written`);
}
