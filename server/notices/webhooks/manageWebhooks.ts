import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type {
  AddWebhookRequest,
  ChangeWebhookRequest,
  Webhooks,
  WebhookView,
  WebhookWithSecret,
} from "#lib/contracts/notices/webhooks.ts";
import { kindsOf } from "#lib/notices/audience.ts";
import { WEBHOOK_KINDS } from "#lib/notices/kinds.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { sealSecret } from "#server/context/sealSecret.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { pausesAt, readAnsweredFor, type AnsweredFor } from "./responsible.ts";
import { newSecret, secretText } from "./signMessage.ts";
import { hostOf, resolveTarget, targetProblem } from "./target.ts";

/** The most webhooks in an environment, so that a mistake cannot multiply the messages. */
const MOST = 20;

/**
 * The webhooks of the environment, without their secrets.
 * @throws AppError `forbidden`.
 */
export async function listWebhooks(request: MemberRequest): Promise<Webhooks> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  const rows = await readAnsweredFor(request.db, eq(webhooks.environment, request.environment));
  return {
    webhooks: rows.map((row) => viewOf(row.webhook, row.createdBy, orphanOf(request, row))),
    kinds: offeredKinds(request),
  };
}

/**
 * Adds a webhook and returns its secret, which is never shown again. Its name has to resolve to the internet now, and is checked
 * again for every message. Audited without the path of the address, which can contain a secret of the receiver's.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation` with `fields`, `conflict`.
 */
export async function addWebhook(
  request: MemberRequest,
  { url, kinds }: AddWebhookRequest,
): Promise<WebhookWithSecret> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  requireKinds(request, kinds);
  await requireRecentSignIn(request);
  await requireTarget(request, url);
  const { environment, actor, clock, webhooks: rules } = request;
  const id = randomUUID();
  const secret = newSecret();
  const seal = { programSecret: rules?.programSecret ?? "", purpose: "webhook secrets", owner: id } as const;
  const now = clock.now();
  const row = {
    id,
    environment,
    url,
    kinds,
    secret: sealSecret(seal, secret),
    createdAt: now,
    createdBy: actor.id,
  };
  await request.db.transaction(async (tx) => {
    // Locking the existing rows would not wait for one that is being added.
    await lockUntilCommit(tx, `webhooks ${environment}`);
    const known = await tx.select().from(webhooks).where(eq(webhooks.environment, environment));
    if (known.length >= MOST)
      throw new AppError("conflict", `There can be at most ${MOST} webhooks. Delete one first.`);
    if (known.some((each) => each.url === url)) {
      throw new AppError(
        "conflict",
        "There is already a webhook with this address. Change the events that it receives.",
      );
    }
    await tx.insert(webhooks).values(row);
    await record(tx, request, "webhook.added", { host: new URL(url).host, kinds });
  });
  return { webhook: viewOf({ ...row, pausedAt: null }, actor.name, null), secret: secretText(secret) };
}

/**
 * Changes what a webhook is told of, pauses it, resumes it or keeps it. What happens while it is paused is not told later. Whoever
 * keeps it, or lets it go on after nobody answered for it, or chooses what it is told, answers for it.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `validation`.
 */
export async function changeWebhook(
  request: MemberRequest,
  { webhookId, kinds, paused, keep }: ChangeWebhookRequest & { webhookId: string },
): Promise<Webhooks> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  if (kinds !== undefined) requireKinds(request, kinds);
  await requireRecentSignIn(request);
  await request.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, request, webhookId);
    const pausedAt = paused === true ? request.clock.now() : null;
    const isKept = keep === true || (paused === false && webhook.orphanedAt !== null);
    if (isKept) requireKinds(request, kinds ?? webhook.kinds);
    const answersFor = isKept || kinds !== undefined ? { keptBy: request.actor.id, orphanedAt: null } : {};
    await tx
      .update(webhooks)
      .set({
        ...(kinds === undefined ? {} : { kinds }),
        ...(paused === undefined ? {} : { pausedAt }),
        ...answersFor,
      })
      .where(eq(webhooks.id, webhookId));
    const { host } = new URL(webhook.url);
    await record(tx, request, "webhook.changed", { host, kinds, paused, keep: isKept || undefined });
  });
  return listWebhooks(request);
}

/**
 * Removes a webhook with its log.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`.
 */
export async function removeWebhook(
  request: MemberRequest,
  { webhookId }: { webhookId: string },
): Promise<Webhooks> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  await requireRecentSignIn(request);
  await request.db.transaction(async (tx) => {
    const { url } = await findWebhook(tx, request, webhookId);
    await tx.delete(webhooks).where(eq(webhooks.id, webhookId));
    await record(tx, request, "webhook.removed", { host: new URL(url).host });
  });
  return listWebhooks(request);
}

/**
 * The webhook, if it belongs to this environment.
 * @throws AppError `not-found`.
 */
export async function findWebhook(
  db: Database | Transaction,
  { environment }: MemberRequest,
  webhookId: string,
): Promise<typeof webhooks.$inferSelect> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.environment, environment)));
  if (row === undefined) throw new AppError("not-found", "This webhook no longer exists. Reload the page.");
  return row;
}

function offeredKinds({ actor }: MemberRequest): NoticeKind[] {
  const held = kindsOf(actor);
  return WEBHOOK_KINDS.filter((kind) => held.includes(kind));
}

/** Members cannot have anything sent elsewhere that they may not see themselves. */
function requireKinds(request: MemberRequest, kinds: readonly NoticeKind[]): void {
  const offered = offeredKinds(request);
  if (kinds.every((kind) => offered.includes(kind))) return;
  const message = "Choose only what your role may see.";
  throw new AppError("validation", message, { fields: { kinds: message } });
}

async function requireTarget({ webhooks: rules }: MemberRequest, url: string): Promise<void> {
  const given = rules ?? { allowPrivate: false };
  const problem = targetProblem(url, given) ?? (await whyUnresolved(new URL(url), given));
  if (problem !== null) throw new AppError("validation", problem, { fields: { url: problem } });
}

async function whyUnresolved(url: URL, rules: Parameters<typeof resolveTarget>[1]): Promise<string | null> {
  try {
    await resolveTarget(hostOf(url), rules);
    return null;
  } catch (error) {
    const isUnknown = error instanceof Error && "code" in error;
    return isUnknown || !(error instanceof Error)
      ? "No address was found for this host name."
      : error.message;
  }
}

async function record(
  tx: Transaction,
  { environment, actor, clock }: MemberRequest,
  action: "webhook.added" | "webhook.changed" | "webhook.removed",
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { at: clock.now(), environment, actorId: actor.id, action, details });
}

function orphanOf(
  { clock }: MemberRequest,
  { webhook: { pausedAt, orphanedAt }, responsible, isHeld }: AnsweredFor,
): WebhookView["orphan"] {
  if (isHeld) return null;
  // What happened since the last look at them counts from then on.
  const since = orphanedAt ?? clock.now();
  return { name: responsible.name, pausesAt: pausedAt === null ? toIso(pausesAt(since)) : null };
}

function viewOf(
  {
    id,
    url,
    kinds,
    pausedAt,
    createdAt,
  }: Pick<typeof webhooks.$inferSelect, "id" | "url" | "kinds" | "pausedAt" | "createdAt">,
  createdBy: string,
  orphan: WebhookView["orphan"],
): WebhookView {
  return {
    id,
    url,
    kinds,
    pausedAt: toIsoOrNull(pausedAt),
    createdAt: toIso(createdAt),
    createdBy,
    orphan,
  };
}
