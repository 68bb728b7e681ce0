import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { Concerned } from "#lib/notices/audience.ts";
import type { Happening } from "#lib/notices/gather.ts";
import type { AffectingChange } from "#lib/notices/ownChanges.ts";
import { orderedQuantity, sumOfLines } from "#lib/orders/lifecycle/orderRecord.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import type { Transaction } from "#server/db/connect.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import type { noticeCauses } from "#server/db/schema/notices.ts";
import { orders } from "#server/db/schema/orders.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { coverInWords, overdueWords, passedOnTo } from "./waitingWords.ts";
import { reportWords } from "./reportWords.ts";
import { readCatalogEvent } from "#server/notices/catalog/readCatalogEvent.ts";

/** Something that happened, of which somebody may have to be told. `affecting`: changes of which a member is told their own part. */
export type NoticeEvent = Happening &
  Concerned & { environment: Environment | null; affecting?: readonly AffectingChange[] };

type Cause = typeof noticeCauses.$inferSelect;
/** The columns of an order that a notice needs. */
const ORDER = {
  externalOrderCode: orders.externalOrderCode,
  orderId: orders.orderId,
  placedBy: orders.placedBy,
  origin: orders.origin,
  state: orders.state,
  ordered: orders.ordered,
  lines: orders.lines,
};
type NamedOrder = Pick<typeof orders.$inferSelect, keyof typeof ORDER>;
type Row = {
  record: typeof auditRecords.$inferSelect;
  order: NamedOrder | null;
  actor: string | null;
  /** The member whom the record is about. */
  about: string | null;
  /** Who created the service token that placed the order. */
  tokenBy: string | null;
};

const BY_STATE: Partial<Record<OrderState, NoticeKind>> = {
  completed: "order.completed",
  partial: "order.partial",
  undelivered: "order.undelivered",
  unconfirmed: "order.unconfirmed",
  needs_review: "order.needs-review",
  rejected: "order.failed",
  not_placed: "order.failed",
  awaiting_approval: "approval.asked",
};

const OF_SIGN_IN: Partial<Record<AuditAction, string>> = {
  "member.signed-in": "Sign-in on a new device",
  "member.password-changed": "Password changed",
  "member.password-reset": "Password reset by an administrator",
  "member.second-factor-added": "Second factor added",
  "member.second-factor-removed": "Second factor removed",
  "member.second-factor-reset": "Second factor reset by an administrator",
  "member.recovery-codes-made": "New recovery codes created",
  "token.created": "Access token created",
  "member.identity-linked": "Single sign-on linked",
  "member.identity-unlinked": "Single sign-on unlinked",
};

/** The events behind the causes, in their order. A cause whose audit record is of no interest to anybody gives none. */
export async function readEvents(tx: Transaction, causes: readonly Cause[]): Promise<NoticeEvent[]> {
  const rows = await readRecords(
    tx,
    causes.flatMap(({ auditId }) => (auditId === null ? [] : [auditId])),
  );
  const events: NoticeEvent[] = [];
  for (const cause of causes) {
    if (cause.syncRunId !== null) {
      const event = await readCatalogEvent(tx, cause.syncRunId);
      if (event !== null) events.push(event);
      continue;
    }
    const row = cause.auditId === null ? undefined : rows.get(cause.auditId);
    const event = row === undefined ? unauditedEvent(cause) : eventOf(row);
    if (event !== null && (row === undefined || (await isStillTrue(tx, row)))) events.push(event);
  }
  return events;
}

async function readRecords(tx: Transaction, ids: bigint[]): Promise<Map<bigint, Row>> {
  if (ids.length === 0) return new Map();
  const concerned = alias(members, "concerned");
  const rows = await tx
    .select({
      record: auditRecords,
      order: ORDER,
      actor: members.name,
      about: concerned.name,
      tokenBy: accessTokens.createdBy,
    })
    .from(auditRecords)
    .leftJoin(orders, eq(orders.id, auditRecords.orderRow))
    .leftJoin(members, eq(members.id, auditRecords.actorId))
    .leftJoin(concerned, eq(concerned.id, auditRecords.memberId))
    // The member of a service token has no other token.
    .leftJoin(accessTokens, and(eq(accessTokens.memberId, orders.placedBy), eq(accessTokens.kind, "service")))
    .where(inArray(auditRecords.id, ids));
  return new Map(rows.map((row) => [row.record.id, row]));
}

/** Events without an audit record describe themselves: a refused key, a balance, failed sign-ins. */
function unauditedEvent({ kind, at, environment, memberId, currency }: Cause): NoticeEvent | null {
  if (kind === null || at === null) return null;
  const subject: NoticeSubject =
    kind === "sign-in" ? { event: "Several failed sign-ins" } : currency === null ? {} : { currency };
  return { kind, at, environment, memberId, subject };
}

function eventOf(row: Row): NoticeEvent | null {
  const { record, order } = row;
  const { at, environment } = record;
  const kind = kindOf(row);
  if (kind === null) return null;
  const event = (memberId: string | null, subject: NoticeSubject): NoticeEvent => ({
    kind,
    at,
    environment,
    memberId,
    subject,
  });
  const named = order === null ? {} : { reference: referenceOf(order), order: contentOf(order) };
  const member = row.actor === null ? {} : { member: row.actor };
  switch (kind) {
    case "approval.asked":
      return { ...event(order?.placedBy ?? null, { ...named, ...member }), tokenBy: row.tokenBy };
    case "approval.decided":
      return event(order?.placedBy ?? null, { ...named, ...member, event: decisionOf(record) });
    case "approval.overdue":
      return {
        ...event(order?.placedBy ?? null, { ...named, event: overdueWords(record) }),
        tokenBy: row.tokenBy,
        ...passedOnTo(record),
      };
    case "cover.named":
      return { ...event(String(record.details.deputyId), { event: coverInWords(row) }), environment: null };
    case "release.asked":
      return event(record.actorId, { ...named, ...member });
    case "hand-outs.beyond-limit":
      return event(record.actorId, member);
    case "release.decided":
      return event(record.memberId, { ...named, ...member, event: decisionOf(record) });
    case "reveal.budget-neared":
      return event(record.actorId, record.details.scope === "member" ? member : {});
    case "budget.neared":
      return event(null, { event: budgetInWords(record) });
    case "schedule.attention":
      return event(record.memberId, { event: scheduleWords(record) });
    case "wallet.low":
      return event(null, { currency: String(record.details.currency) });
    case "drafts.transferred":
      return event(record.memberId, { ...member, event: draftsInWords(record) });
    case "webhook.orphaned":
      return event(null, { event: webhookWords(record) });
    case "restock.rule":
      return event(record.memberId, { event: restockWords(record) });
    case "report.ready":
      return event(record.memberId, { event: reportWords(record) });
    case "sign-in":
      return { ...event(memberOfSignIn(record), signInSubject(record)), environment: null };
    default:
      return event(order?.placedBy ?? null, named);
  }
}

function kindOf({ record: { action, actorId, memberId, fromState, toState } }: Row): NoticeKind | null {
  switch (action) {
    case "order.approved":
    case "order.declined":
      return "approval.decided";
    case "order.reminded":
    case "order.passed-on":
      return "approval.overdue";
    case "cover.named":
      return "cover.named";
    case "order.alarm":
      return "codes.changed";
    case "codes.release-requested":
    case "codes.hand-out-release-requested":
      return "release.asked";
    case "codes.release-granted":
    case "codes.release-refused":
    case "codes.hand-out-release-granted":
    case "codes.hand-out-release-refused":
      return "release.decided";
    case "codes.hand-outs-beyond-limit":
      return "hand-outs.beyond-limit";
    case "codes.budget-neared":
      return "reveal.budget-neared";
    case "member.drafts-transferred":
      // Whoever transfers their own drafts knows it.
      return actorId === memberId ? null : "drafts.transferred";
    case "budget.neared":
      return "budget.neared";
    case "wallet.limit-changed":
      return "wallet.low";
    case "restock-rule.told":
    case "restock-rule.proposed":
    case "restock-rule.unable":
      return "restock.rule";
    case "schedule.missed":
    case "schedule.failed":
    case "schedule.checked":
      return "schedule.attention";
    case "report.made":
    case "report.stopped":
      return "report.ready";
    case "webhook.orphaned":
    case "webhook.paused":
      return "webhook.orphaned";
  }
  if (Object.hasOwn(OF_SIGN_IN, action)) return "sign-in";
  return toState === null || toState === fromState ? null : (BY_STATE[toState] ?? null);
}

/** Actions about orders that wait: whoever has decided meanwhile need not be told. */
const OF_WAITING: readonly string[] = ["order.reminded", "order.passed-on"] satisfies AuditAction[];

/** A limit that was raised above the balance counts as a low balance; other changes of a limit are not told. */
async function isStillTrue(tx: Transaction, { record, order }: Row): Promise<boolean> {
  if (OF_WAITING.includes(record.action)) return order?.state === "awaiting_approval";
  if (record.action !== "wallet.limit-changed") return true;
  const { currency, amount, before } = record.details;
  if (typeof currency !== "string" || typeof amount !== "number" || record.environment === null) return false;
  const [last] = await tx
    .select({ available: walletBalances.available })
    .from(walletBalances)
    .where(and(eq(walletBalances.environment, record.environment), eq(walletBalances.currency, currency)))
    .orderBy(desc(walletBalances.at), desc(walletBalances.id))
    .limit(1);
  if (last === undefined || last.available >= amount) return false;
  return typeof before !== "number" || last.available >= before;
}

function decisionOf({ action, details }: Row["record"]): string {
  if (details.wantsChanges === true) return "sent back for changes";
  if (details.lapsed === true) return "declined, since nobody decided on it in time";
  const decisions: Record<string, string> = {
    "order.approved": "approved",
    "order.declined": "declined",
    "codes.release-granted": "released",
    "codes.release-refused": "refused",
    "codes.hand-out-release-granted": "released",
    "codes.hand-out-release-refused": "refused",
  };
  return decisions[action] ?? "decided";
}

function webhookWords({ action, details }: Row["record"]): string {
  const host = String(details.host);
  return action === "webhook.paused"
    ? `The webhook of ${host} was paused: nobody is responsible for it`
    : `Nobody is responsible for the webhook of ${host}`;
}

function budgetInWords({ details }: Row["record"]): string {
  const { name, currency, percent } = details;
  const what = `the budget ${String(name)} in ${String(currency)}`;
  return percent === 100 ? `All of ${what} is used` : `${String(percent)} % of ${what} is used`;
}

/** Which drafts were transferred: the first by their names. */
function draftsInWords({ details }: Row["record"]): string {
  const names = Array.isArray(details.names) ? details.names.map((name) => `“${String(name)}”`) : [];
  const count = Number(details.drafts);
  if (names.length === 0) return count === 1 ? "a draft of yours" : `${formatCount(count)} drafts of yours`;
  const more = count - names.length;
  const listed = [...names, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
  return `${count === 1 ? "your draft" : `${formatCount(count)} drafts of yours:`} ${listed}`;
}

function restockWords({ action, details }: Row["record"]): string {
  const { productName } = details;
  const name = typeof productName === "string" ? productName : `Product ${Number(details.productId)}`;
  switch (action) {
    case "restock-rule.told":
      return `${name}: ${counted(Number(details.left), "code is", "codes are")} left`;
    case "restock-rule.proposed":
      return `${name}: a draft for ${counted(Number(details.quantity), "code", "codes")} is ready`;
    default:
      return `${name}: its restock rule can't act`;
  }
}

/** The days are those of the schedule's time zone. */
function scheduleWords({ action, details }: Row["record"]): string {
  const of = `“${String(details.schedule)}”`;
  if (action === "schedule.checked")
    return `${of} orders on ${dayInWords(String(details.day))}: something has changed`;
  if (action === "schedule.failed") return `${of} couldn't order on ${dayInWords(String(details.day))}`;
  return details.dates === 1
    ? `${of} missed ${dayInWords(String(details.to))}`
    : `${of} missed ${String(details.dates)} dates, the last on ${dayInWords(String(details.to))}`;
}

/** Whose account it is; of a token, whoever made it: nobody reads what the member of a service token is told. */
function memberOfSignIn({ action, memberId, actorId }: Row["record"]): string | null {
  return action === "token.created" ? actorId : (memberId ?? actorId);
}

function signInSubject({ action, details }: Row["record"]): NoticeSubject {
  if (details.secondFactor === "recovery code") return { event: "Sign-in with a recovery code" };
  const words = Object.entries(OF_SIGN_IN).find(([name]) => name === action)?.[1];
  return words === undefined ? {} : { event: words };
}

function contentOf(order: NamedOrder): NonNullable<NoticeSubject["order"]> {
  return {
    ordered: orderedQuantity(order),
    quantity: sumOfLines(order),
    productCount: new Set(order.lines.map(({ productId }) => productId)).size,
    firstProductName: order.lines[0]?.productName ?? null,
  };
}
