import "server-only";
import { eq, sql } from "drizzle-orm";
import type { DeliveryAttempt } from "#lib/contracts/notices/webhooks.ts";
import { toIso } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { openSecret } from "#server/context/sealSecret.ts";
import { webhookDeliveries, webhooks } from "#server/db/schema/webhooks.ts";
import { postWebhook, type PostOutcome } from "./postWebhook.ts";
import { signMessage } from "./signMessage.ts";

const GONE = 410;

/**
 * Makes one attempt to deliver a message, and records it. True if nothing is left to do: it was delivered, now or before, or its
 * webhook is paused or removed. `again`: a person asks for it, so also a message that was delivered or given up.
 */
export async function deliverWebhook(
  program: Program,
  deliveryId: string,
  { isLast = false, again = false }: { isLast?: boolean; again?: boolean } = {},
): Promise<boolean> {
  const { db, clock } = program;
  const [found] = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, deliveryId));
  if (found === undefined) return true;
  const { delivery, webhook } = found;
  if (!again && (delivery.deliveredAt !== null || delivery.failedAt !== null)) return true;
  if (!again && webhook.pausedAt !== null) {
    await note(program, deliveryId, null, { failedAt: clock.now() });
    return true;
  }
  const at = clock.now();
  const started = performance.now();
  const { statusCode, error } = await post(program, webhook, delivery);
  const attempt = { at: toIso(at), statusCode, error, durationMs: Math.round(performance.now() - started) };
  const isDelivered = error === null;
  const isGone = statusCode === GONE;
  await note(program, deliveryId, attempt, {
    ...(isDelivered ? { deliveredAt: at, failedAt: null } : {}),
    ...(!isDelivered && (isLast || isGone) ? { failedAt: at } : {}),
  });
  // Standard Webhooks: with 410, the receiver says that it wants no more messages.
  if (isGone) await db.update(webhooks).set({ pausedAt: at }).where(eq(webhooks.id, webhook.id));
  return isDelivered || isGone;
}

async function post(
  { webhooks: rules, clock }: Program,
  webhook: typeof webhooks.$inferSelect,
  { id, body }: typeof webhookDeliveries.$inferSelect,
): Promise<PostOutcome> {
  if (rules === undefined) return { statusCode: null, error: "This dashboard sends no webhooks." };
  const { programSecret } = rules;
  const secret = openSecret({ programSecret, purpose: "webhook secrets", owner: webhook.id }, webhook.secret);
  if (secret === null) {
    const error = "The secret can't be read with this NEXTAUTH_SECRET. Remove the webhook and add it again.";
    return { statusCode: null, error };
  }
  const headers = signMessage(secret, { id: `msg_${id}`, at: clock.now(), body });
  return postWebhook(webhook.url, { headers, body }, rules);
}

/** Appends an attempt to the existing ones: a person may send a message at the same time as the queue. */
async function note(
  { db }: Program,
  deliveryId: string,
  attempt: DeliveryAttempt | null,
  changes: Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<void> {
  const added = attempt === null ? [] : [attempt];
  await db
    .update(webhookDeliveries)
    .set({ ...changes, attempts: sql`${webhookDeliveries.attempts} || ${JSON.stringify(added)}::jsonb` })
    .where(eq(webhookDeliveries.id, deliveryId));
}
