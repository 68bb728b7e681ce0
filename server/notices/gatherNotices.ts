import "server-only";
import { randomUUID } from "node:crypto";
import { desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import { begin, join, joins, type Gathered } from "#lib/notices/gather.ts";
import type { Channels, NoticeSubject } from "#lib/contracts/notices/notices.ts";
import { tells, type Reader } from "#lib/notices/audience.ts";
import { ownChanges } from "#lib/notices/ownChanges.ts";
import { DAY } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { noticeCauses, noticeChoices, notices } from "#server/db/schema/notices.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { holderIn } from "#server/context/holderIn.ts";
import { lockNotices } from "./lockNotices.ts";
import { readEvents, type NoticeEvent } from "./readEvents.ts";
import { readAnsweredFor } from "#server/notices/webhooks/responsible.ts";

/** How many causes are turned into notices in one transaction. */
const BATCH = 500;
/** How many subjects a notice to a member lists. */
const NAMED = 5;

type NoticeRow = typeof notices.$inferInsert & Gathered & { id: string };
/** The latest notice of a kind for a recipient, as it is stored or will be. */
type Keyed = Pick<NoticeRow, "memberId" | "webhookId" | "kind" | "environment">;
type Latest = { row: NoticeRow; isStored: boolean; isSent: boolean };
/** The latest notices by recipient, kind and environment, and those that have to be written. */
type Pending = { latest: Map<string, Latest>; changed: Set<Latest> };
/** Somebody who may be told, on which channels they are told of an event, and what of it; null: they are not told of it. */
type Recipient = {
  to: { memberId: string } | { webhookId: string };
  tell: (event: NoticeEvent) => { channels: Channels; subject: NoticeSubject } | null;
  /** How many subjects a notice lists. */
  named: number;
};

/**
 * Makes notices of what has happened and removes the causes in the same transaction, so that each is told once even if the
 * program stops. Returns how many causes there were; 0 also while another instance does this.
 */
export async function gatherNotices({ db }: { db: Database | Transaction }): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockNotices(tx))) return 0;
    const oldest = tx
      .select({ id: noticeCauses.id })
      .from(noticeCauses)
      .orderBy(noticeCauses.id)
      .limit(BATCH);
    const causes = await tx
      .delete(noticeCauses)
      .where(sql`${noticeCauses.id} in ${oldest}`)
      .returning();
    if (causes.length === 0) return 0;
    causes.sort((one, other) => one.id - other.id);
    const events = await readEvents(tx, causes);
    if (events.length === 0) return causes.length;
    const pending = await readPending(tx, events);
    for (const recipient of [...(await readMembers(tx)), ...(await readWebhooks(tx))]) {
      for (const event of events) add(pending, recipient, event);
    }
    await write(tx, pending);
    return causes.length;
  });
}

/** Members who are not disabled, with their choices. Nobody reads what a service is told, and its address takes no mail. */
async function readMembers(tx: Transaction): Promise<Recipient[]> {
  const rows = await tx
    .select({
      id: members.id,
      email: members.email,
      role: members.role,
      customRole: customRoles,
      choices: noticeChoices,
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .leftJoin(noticeChoices, eq(noticeChoices.memberId, members.id))
    .where(isNull(members.disabledAt));
  const people = rows.filter(({ email }) => !isServiceAddress(email));
  return people.map(({ id, role, customRole, choices }) => ({
    to: { memberId: id },
    tell: (event) => {
      const reader = { ...holderIn(role, customRole, event.environment), id };
      const subject = ownPart(reader, event);
      const channels = tells(reader, choices ?? {}, { ...event, affectsReader: subject !== null });
      return channels === null || subject === null ? null : { channels, subject };
    },
    named: NAMED,
  }));
}

/** What of an event concerns a member; null: nothing. */
function ownPart(reader: Reader, { subject, affecting }: NoticeEvent): NoticeSubject | null {
  if (affecting === undefined || subject.catalog === undefined) return subject;
  const own = ownChanges(reader, affecting, NAMED);
  return own.products === 0 ? null : { catalog: { ...subject.catalog, ...own } };
}

/**
 * Webhooks that are not paused. What is sent to one is neither shown in the dashboard nor mailed. Changes of the catalog are sent to those
 * alone whose responsible member may read it.
 */
async function readWebhooks(tx: Transaction): Promise<Recipient[]> {
  const rows = await readAnsweredFor(tx, isNull(webhooks.pausedAt));
  return rows.map(({ webhook: { id, environment, kinds }, seen }) => ({
    to: { webhookId: id },
    tell: ({ environment: where, kind, subject }) =>
      where === environment && kinds.includes(kind) && (kind !== "catalog.changed" || seen.includes(kind))
        ? { channels: { dashboard: false, mail: false }, subject }
        : null,
    // A program wants all subjects, within reason.
    named: 100,
  }));
}

async function readPending(tx: Transaction, events: readonly NoticeEvent[]): Promise<Pending> {
  // No cool-down is longer than a day.
  const since = Math.min(...events.map(({ at }) => at)) - DAY;
  const rows = await tx
    .selectDistinctOn([notices.memberId, notices.webhookId, notices.kind, notices.environment])
    .from(notices)
    .where(or(isNull(notices.dispatchedAt), gt(notices.firstAt, since)))
    .orderBy(notices.memberId, notices.webhookId, notices.kind, notices.environment, desc(notices.dueAt));
  const latest = rows.map((row): [string, Latest] => [
    keyOf(row),
    { row, isStored: true, isSent: row.dispatchedAt !== null },
  ]);
  return { latest: new Map(latest), changed: new Set() };
}

function keyOf({ memberId, webhookId, kind, environment }: Keyed): string {
  return [memberId ?? webhookId, kind, environment].join(" ");
}

function add({ latest, changed }: Pending, recipient: Recipient, event: NoticeEvent): void {
  const { to, named } = recipient;
  const { kind, environment } = event;
  const told = recipient.tell(event);
  if (told === null) return;
  const { channels, subject } = told;
  const key = keyOf({ ...to, kind, environment });
  const last = latest.get(key);
  if (last !== undefined && joins({ ...last.row, isSent: last.isSent }, event)) {
    // It has grown, so it is unread again.
    last.row = { ...last.row, ...join(last.row, { ...event, subject }, named), readAt: null };
    changed.add(last);
    return;
  }
  const { dashboard: inDashboard, mail: byMail } = channels;
  const row = {
    ...begin({ ...event, subject }, last?.row ?? null),
    id: randomUUID(),
    ...to,
    kind,
    environment,
    inDashboard,
    byMail,
  };
  const begun = { row, isStored: false, isSent: false };
  latest.set(key, begun);
  changed.add(begun);
}

async function write(tx: Transaction, { changed }: Pending): Promise<void> {
  const all = [...changed];
  for (const { row } of all.filter(({ isStored }) => isStored)) {
    const { id, count, subjects, firstAt, lastAt, readAt } = row;
    await tx.update(notices).set({ count, subjects, firstAt, lastAt, readAt }).where(eq(notices.id, id));
  }
  const begun = all.filter(({ isStored }) => !isStored).map(({ row }) => row);
  for (let from = 0; from < begun.length; from += BATCH) {
    await tx.insert(notices).values(begun.slice(from, from + BATCH));
  }
}
