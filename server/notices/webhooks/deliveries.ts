import "server-only";
import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Deliveries, DeliveryView } from "#lib/contracts/notices/webhooks.ts";
import { kindsOf } from "#lib/notices/audience.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { webhookDeliveries } from "#server/db/schema/webhooks.ts";
import { takeFromShare } from "#server/serviceLimits/memberShare.ts";
import { deliverWebhook } from "./deliverWebhook.ts";
import { findWebhook } from "./manageWebhooks.ts";
import { testMessage } from "./webhookMessages.ts";

const SHOWN = 50;

/**
 * The latest messages of a webhook, with every attempt to deliver them: tests, and those about what the member's role may see.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function listDeliveries(
  request: MemberRequest,
  { webhookId }: { webhookId: string },
): Promise<Deliveries> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  await findWebhook(request.db, request, webhookId);
  return latestDeliveries(request, webhookId);
}

/** Members who may see less than whoever added the webhook see none of the rest in its messages. */
function shownTo({ actor }: MemberRequest) {
  return or(isNull(webhookDeliveries.kind), inArray(webhookDeliveries.kind, kindsOf(actor)));
}

async function latestDeliveries(request: MemberRequest, webhookId: string): Promise<Deliveries> {
  const rows = await request.db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), shownTo(request)))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(SHOWN);
  return { deliveries: rows.map(viewOf) };
}

/**
 * Sends a test message at once, without retries, also to a paused webhook.
 * @throws AppError `forbidden`, `not-found`, `too-many` beyond the member's share.
 */
export async function testWebhook(
  request: MemberRequest,
  { webhookId }: { webhookId: string },
): Promise<Deliveries> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  await findWebhook(request.db, request, webhookId);
  await takeFromShare(request, "webhook");
  const now = request.clock.now();
  const body = testMessage(request.environment, now);
  const [made] = await request.db
    .insert(webhookDeliveries)
    .values({ webhookId, kind: null, body, createdAt: now })
    .returning({ id: webhookDeliveries.id });
  if (made !== undefined) await deliverWebhook(request, made.id, { again: true, isLast: true });
  return latestDeliveries(request, webhookId);
}

/**
 * Sends a message again at once, with the same id, so that a receiver that already has it recognises it.
 * @throws AppError `forbidden`, `not-found`, `too-many` beyond the member's share.
 */
export async function resendDelivery(
  request: MemberRequest,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<Deliveries> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  await findWebhook(request.db, request, webhookId);
  const [known] = await request.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId), shownTo(request)),
    );
  if (known === undefined) throw new AppError("not-found", "This message is no longer kept.");
  await takeFromShare(request, "webhook");
  await deliverWebhook(request, deliveryId, { again: true });
  return latestDeliveries(request, webhookId);
}

function viewOf(row: typeof webhookDeliveries.$inferSelect): DeliveryView {
  const { id, kind, createdAt, attempts, body, deliveredAt, failedAt } = row;
  const state = deliveredAt !== null ? "delivered" : failedAt === null ? "waiting" : "failed";
  return { id, kind, createdAt: toIso(createdAt), attempts, body, state };
}
