import "server-only";
import { eq, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { pausesAt, readAnsweredFor, type AnsweredFor } from "./responsible.ts";

/**
 * Tells administrators of each webhook whose responsible member can no longer add it: was disabled, or lost a permission. If nobody keeps
 * it, it is paused after a week. Whoever has the rights again in the meantime answers for it as before. Audited, which causes the notice.
 */
export async function attendOrphans({ db, clock }: Pick<Program, "db" | "clock">): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    for (const each of await readAnsweredFor(tx, isNull(webhooks.pausedAt), { locked: true }))
      await attend(tx, each, now);
  });
}

async function attend(tx: Transaction, { webhook, responsible, isHeld }: AnsweredFor, now: Instant) {
  const { id, orphanedAt } = webhook;
  const set = (changes: { orphanedAt?: Instant | null; pausedAt?: Instant }) =>
    tx.update(webhooks).set(changes).where(eq(webhooks.id, id));
  const record = (action: "webhook.orphaned" | "webhook.paused") =>
    recordAudit(tx, {
      at: now,
      environment: webhook.environment,
      action,
      memberId: responsible.id,
      details: { host: new URL(webhook.url).host },
    });
  if (isHeld) {
    if (orphanedAt !== null) await set({ orphanedAt: null });
  } else if (orphanedAt === null) {
    await set({ orphanedAt: now });
    await record("webhook.orphaned");
  } else if (pausesAt(orphanedAt) <= now) {
    await set({ pausedAt: now });
    await record("webhook.paused");
  }
}
