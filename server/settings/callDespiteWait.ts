import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { CallDespiteWaitRequest, ServiceState } from "#lib/contracts/service/serviceState.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { LONG_WAIT } from "#lib/time/longWait.ts";
import { SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireOpenEnvironment, requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { tryLockUntilCommit } from "#server/db/advisoryLock.ts";
import { serviceState } from "#server/db/schema/service.ts";
import type { ServiceClient } from "#server/serviceClient/client.ts";
import { blockedUntil, readRateLimit } from "#server/serviceLimits/rateLimiter.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";

/** A person waits for it. */
const TIMEOUT_MS = 10_000;
/** The wait after another 429 that names none. */
const NEXT_WAIT = 5 * SECOND;

/**
 * Makes a single call, a read of the wallet, although the service has asked to wait for longer than an hour: such a wait can be a
 * mistake, and nothing else ends it. If the service answers, the wait is over; if it asks to wait again, that wait takes its place.
 * Audited first.
 * @throws AppError `forbidden`, `not-configured`; `conflict` if the wait is another one by now, or somebody is trying it.
 */
export async function callDespiteWait(
  request: MemberRequest,
  { waitingUntil }: CallDespiteWaitRequest,
): Promise<ServiceState> {
  requirePermission(request, "settings.change");
  requireOpenEnvironment(request);
  const service = requireService(request);
  const { environment } = request;
  // The transaction only holds the lock, so that two presses make one call.
  await request.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    if (!(await tryLockUntilCommit(tx, `call despite wait ${environment}`))) throw otherWait();
    await tryOnce(request, service, Date.parse(waitingUntil));
  });
  return readServiceState(request);
}

async function tryOnce(request: MemberRequest, service: ServiceClient, despite: Instant): Promise<void> {
  const { db, environment, clock, actor } = request;
  const until = blockedUntil(await readRateLimit(db, environment), clock.now());
  if (until === null || until !== despite || until - clock.now() <= LONG_WAIT) throw otherWait();
  await db.transaction((tx) =>
    recordAudit(tx, {
      at: clock.now(),
      environment,
      actorId: actor.id,
      action: "service.wait-tried",
      details: { waitingUntil: toIso(until) },
    }),
  );
  const key = service.keys().find(({ isInUse }) => isInUse)?.slot ?? "first";
  const answer = await service.readWallet({ despite, key, timeoutMs: TIMEOUT_MS });
  await replaceWait(request, despite, answer.ok ? null : waitAfter(answer.failure, despite, clock.now()));
}

/** The wait that holds after a failed call; the one before, unless the service has said something else. */
function waitAfter({ kind, retryAfterMs }: ServiceFailure, before: Instant, now: Instant): Instant | null {
  if (kind === "throttled") return now + Math.max(SECOND, retryAfterMs ?? NEXT_WAIT);
  return kind === "not_sent" || kind === "ambiguous" ? before : null;
}

/** Puts one wait in the place of another, unless a later answer has changed it meanwhile. */
async function replaceWait(
  { db, environment }: Pick<MemberRequest, "db" | "environment">,
  before: Instant,
  notBefore: Instant | null,
): Promise<void> {
  await db
    .update(serviceState)
    .set({ notBefore })
    .where(and(eq(serviceState.environment, environment), eq(serviceState.notBefore, before)));
}

function otherWait(): AppError {
  return new AppError(
    "conflict",
    "The service's wait has changed, is shorter than an hour, or is being tried by somebody else. Look at the notice again.",
  );
}
