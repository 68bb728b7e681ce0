import "server-only";
import { and, inArray, isNull, lte } from "drizzle-orm";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { notices } from "#server/db/schema/notices.ts";
import { webhookDeliveries } from "#server/db/schema/webhooks.ts";
import { catalogMessages } from "#server/notices/catalog/catalogMessages.ts";
import { noticeMessage } from "#server/notices/webhooks/webhookMessages.ts";
import { lockNotices } from "./lockNotices.ts";

/** Number of notices sent in one transaction. */
const BATCH = 100;

/** Puts messages into the job queue, in the transaction that decides on them. */
export type NoticeOutbox = {
  mail(tx: Transaction, noticeId: string): Promise<void>;
  deliver(tx: Transaction, deliveryId: string): Promise<void>;
};

/**
 * In one transaction, closes the notices that are due, so that later events begin a new one, and queues them for mail or
 * delivery. Returns how many there were.
 */
export async function dispatchNotices(
  { db, clock, mailer, ownAddress }: Pick<Program, "db" | "clock" | "mailer" | "ownAddress">,
  outbox: NoticeOutbox,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockNotices(tx))) return 0;
    const now = clock.now();
    const due = await tx
      .select()
      .from(notices)
      .where(and(isNull(notices.dispatchedAt), lte(notices.dueAt, now)))
      .orderBy(notices.dueAt)
      .limit(BATCH);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await tx.update(notices).set({ dispatchedAt: now }).where(inArray(notices.id, ids));
    const mailed = mailer === undefined ? [] : due.filter(({ byMail }) => byMail);
    for (const { id } of mailed) await outbox.mail(tx, id);
    for (const { webhookId, ...notice } of due) {
      if (webhookId === null) continue;
      const bodies =
        notice.kind === "catalog.changed"
          ? await catalogMessages(tx, notice, now, ownAddress)
          : [noticeMessage(notice, now, ownAddress)];
      const { kind } = notice;
      await deliver(
        tx,
        outbox,
        bodies.map((body) => ({ webhookId, kind, body, createdAt: now })),
      );
    }
    return due.length;
  });
}

async function deliver(
  tx: Transaction,
  outbox: NoticeOutbox,
  deliveries: (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const made = await tx.insert(webhookDeliveries).values(deliveries).returning({ id: webhookDeliveries.id });
  for (const { id } of made) await outbox.deliver(tx, id);
}
