import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { DEFAULT_REVEAL_LIMITS, NEAR_BUDGET } from "#lib/codes/revealLimits.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { HOUR } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { countedWith } from "./countedWith.ts";

/** Advisory lock, so that concurrent reveals, on any instances, cannot both spend what is left of a budget. */
const REVEAL_LOCK = 2_026_112_202;

/** The audit actions that count against the budget, and the one that corrects a count. */
export const SPENDING = [
  "codes.revealed",
  "codes.exported",
  "codes.handed-out",
  "codes.hand-out-read",
  "codes.counted",
];

type Scope = "member" | "account";
/** Codes revealed within the last hour, and in how many milliseconds the first of them stops counting. */
type Used = Record<Scope, { codes: number; freeAfterMs: number }>;

/** Takes the lock until the transaction ends; may be called again in the same transaction. */
export async function lockReveals(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REVEAL_LOCK})`);
}

/** How many codes a member may reveal at once if nothing was revealed within the hour. */
export function mostWithinHour({ revealLimits }: MemberRequest): number {
  const { perMemberHour, perAccountHour } = revealLimits ?? DEFAULT_REVEAL_LIMITS;
  return Math.min(perMemberHour, perAccountHour);
}

/**
 * Takes `count` codes from the hourly budgets of the member, together with their service tokens, and of the account. What was spent is read from the audit records
 * that each reveal commits, so the caller has to write its own record in the same transaction.
 * @throws AppError `too-many` with `retryAfterSeconds`.
 */
export async function spendRevealBudget(
  tx: Transaction,
  request: MemberRequest,
  count: number,
): Promise<void> {
  const { perMemberHour, perAccountHour } = request.revealLimits ?? DEFAULT_REVEAL_LIMITS;
  const limits: Record<Scope, number> = { member: perMemberHour, account: perAccountHour };
  await lockReveals(tx);
  const used = await usedWithinHour(tx, request);
  for (const scope of ["member", "account"] as const) {
    const after = used[scope].codes + count;
    if (after > limits[scope]) throw overBudget(scope, limits[scope], count, used[scope].freeAfterMs);
    if (after >= limits[scope] * NEAR_BUDGET)
      await alertAdministrators(tx, request, scope, after, limits[scope]);
  }
}

function overBudget(scope: Scope, limit: number, count: number, freeAfterMs: number): AppError {
  const whose = scope === "member" ? "You may reveal" : "Your team may reveal";
  const most = `${whose} ${counted(limit, "code", "codes")} an hour`;
  if (count > limit) {
    return new AppError(
      "too-many",
      `${most}, and these are ${formatCount(count)}. Choose fewer, or ask the operator of Codedesk to raise the limit.`,
    );
  }
  return new AppError("too-many", `${most}. Wait, or ask the operator of Codedesk to raise the limit.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(freeAfterMs / 1_000)),
  });
}

/** How many codes a record of {@link SPENDING} counts. A correction says how many of the announced ones were actually sent. */
export const CODES_OF_RECORD = sql`case when ${auditRecords.action} = 'codes.counted'
    then (${auditRecords.details}->>'count')::numeric - (${auditRecords.details}->>'announced')::numeric
    else (${auditRecords.details}->>'count')::numeric end`;

async function usedWithinHour(tx: Transaction, { actor, environment, clock }: MemberRequest): Promise<Used> {
  const now = clock.now();
  const details = auditRecords.details;
  const codes = CODES_OF_RECORD;
  const own = inArray(auditRecords.actorId, await countedWith(tx, actor.id));
  const [row] = await tx
    .select({
      member: sql<number>`coalesce(sum(${codes}) filter (where ${own}), 0)::float8`,
      account: sql<number>`coalesce(sum(${codes}), 0)::float8`,
      memberFirst: sql<
        number | null
      >`(extract(epoch from min(${auditRecords.at}) filter (where ${own})) * 1000)::float8`,
      accountFirst: sql<number | null>`(extract(epoch from min(${auditRecords.at})) * 1000)::float8`,
    })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, now - HOUR),
        eq(auditRecords.environment, environment),
        inArray(auditRecords.action, SPENDING),
        // Released exports don't count: a second member has agreed to them.
        sql`${details}->>'release' is null`,
      ),
    );
  const freeAfter = (first: number | null | undefined) => (first ?? now) + HOUR - now;
  return {
    member: { codes: row?.member ?? 0, freeAfterMs: freeAfter(row?.memberFirst) },
    account: { codes: row?.account ?? 0, freeAfterMs: freeAfter(row?.accountFirst) },
  };
}

/** Alerts at most once an hour for each budget. */
async function alertAdministrators(
  tx: Transaction,
  { actor, environment, clock }: MemberRequest,
  scope: Scope,
  used: number,
  limit: number,
): Promise<void> {
  const [alerted] = await tx
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        gt(auditRecords.at, clock.now() - HOUR),
        eq(auditRecords.environment, environment),
        eq(auditRecords.action, "codes.budget-neared"),
        sql`${auditRecords.details}->>'scope' = ${scope}`,
        scope === "member" ? inArray(auditRecords.actorId, await countedWith(tx, actor.id)) : undefined,
      ),
    )
    .limit(1);
  if (alerted) return;
  await recordAudit(tx, {
    at: clock.now(),
    environment,
    actorId: actor.id,
    action: "codes.budget-neared",
    details: { scope, used, limit },
  });
}
