import "server-only";
import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import { aboveCeiling } from "#lib/orders/automation/aboveCeiling.ts";
import { formatAmount, sumMinor } from "#lib/money/minorUnits.ts";
import { aheadChecks } from "#lib/orders/schedules/aheadChecks.ts";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { ownerRequest } from "#server/context/ownerRequest.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { walletBalances } from "#server/db/schema/service.ts";
import { checkOrderable } from "#server/orders/lines/checkOrderable.ts";
import { purchaseOf } from "./purchaseOf.ts";
import { recordSchedule, SCHEDULE_PERMISSION, type ScheduleRow } from "./scheduleRows.ts";

/** For how long one instance checks before another one does, and the pause before a check that failed is repeated. */
const AGAIN_MS = 10 * MINUTE;

/**
 * Checks one next date that is near: whether it could be ordered, what has changed of its prices, and whether the money is there. Its
 * owner is told of what was not found before. Nothing is ordered or promised by it.
 * @returns whether there was one.
 */
export async function checkAhead(program: Program): Promise<boolean> {
  const due = await claimCheck(program);
  if (due === null) return false;
  const { row, now } = due;
  const findings = await findingsOf(program, row);
  if (findings !== null) await noteFindings(program, row, findings, now);
  return true;
}

async function claimCheck({ db, clock }: Program): Promise<{ row: ScheduleRow; now: Instant } | null> {
  const ahead = aheadOf(clock);
  const now = sql<number>`extract(epoch from ${sharedNow(ahead)}) * 1000`.mapWith(Number);
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: schedules, now })
      .from(schedules)
      .where(and(eq(schedules.state, "active"), lte(schedules.checkAt, sharedNow(ahead))))
      .orderBy(asc(schedules.checkAt))
      .limit(1)
      .for("update", { of: schedules, skipLocked: true });
    if (found === undefined) return null;
    const at = Math.floor(found.now);
    await tx
      .update(schedules)
      .set({ checkAt: at + AGAIN_MS })
      .where(eq(schedules.id, found.row.id));
    return { row: found.row, now: at };
  });
}

/** What its owner should know of the next date, in words; null if that cannot be found out now. */
async function findingsOf(program: Program, row: ScheduleRow): Promise<string[] | null> {
  const { id, nextDay } = row;
  const isSkipped = and(
    eq(scheduleDates.scheduleId, id),
    eq(scheduleDates.day, nextDay ?? ""),
    eq(scheduleDates.state, "skipped"),
  );
  if (nextDay === null || (await program.db.$count(scheduleDates, isSkipped)) > 0) return [];
  const { automation, ownerId, environment, currency, lines } = purchaseOf(row, nextDay, row.content);
  try {
    const request = await ownerRequest(program, {
      ownerId,
      environment,
      requestId: id,
      automation: { origin: automation, permission: SCHEDULE_PERMISSION },
    });
    requirePermission(request, "orders.place");
    const asked = lines.map(({ maxPrice: _, ...line }) => line);
    const { lines: checked } = await checkOrderable(request, { currency, lines: asked });
    const ofLines = checked.flatMap((line, index) => lineFinding(line, row, index) ?? []);
    return [...ofLines, ...(await moneyFinding(request, currency, checked))];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.kind === "unauthenticated" || error.kind === "forbidden" ? [error.message] : null;
  }
}

function lineFinding(
  line: CheckedLine,
  { content: { currency, lines } }: ScheduleRow,
  index: number,
): string | null {
  const saved = lines[index];
  if (saved === undefined) return null;
  const ceiling = { productId: saved.productId, quantity: saved.quantity, maxPrice: saved.maxPrice };
  const problem = line.problem ?? aboveCeiling(line, ceiling, index, currency);
  const name = saved.productName;
  if (problem !== null) return `${name}: ${problem.message}`;
  if (line.price === null || line.price === saved.priceThen) return null;
  return `${name}: the price is now ${formatAmount(line.price, currency)}, not ${formatAmount(saved.priceThen, currency)}.`;
}

/** By the balance that was told last. */
async function moneyFinding(
  { db, environment }: MemberRequest,
  currency: string,
  checked: readonly CheckedLine[],
): Promise<string[]> {
  const total = sumMinor(checked.map((line) => line.total ?? 0));
  const [last] = await db
    .select({ available: walletBalances.available })
    .from(walletBalances)
    .where(and(eq(walletBalances.environment, environment), eq(walletBalances.currency, currency)))
    .orderBy(desc(walletBalances.at), desc(walletBalances.id))
    .limit(1);
  if (total === null || last === undefined || last.available >= total) return [];
  return [
    `The wallet has ${formatAmount(last.available, currency)}; this order needs ${formatAmount(total, currency)}.`,
  ];
}

/** Nothing is noted if the next date has become another one meanwhile. */
async function noteFindings(
  { db }: Program,
  row: ScheduleRow,
  findings: string[],
  now: Instant,
): Promise<void> {
  const checkAt = aheadChecks(row.nextAt ?? now, now).find((time) => time > now) ?? null;
  await db.transaction(async (tx) => {
    const noted = await tx
      .update(schedules)
      .set({ findings, checkAt })
      .where(
        and(
          eq(schedules.id, row.id),
          eq(schedules.version, row.version),
          eq(schedules.nextDay, row.nextDay ?? ""),
        ),
      )
      .returning({ id: schedules.id });
    if (noted.length === 0 || findings.length === 0 || isDeepStrictEqual(findings, row.findings)) return;
    const details = { day: row.nextDay, findings };
    await recordSchedule(tx, row, { action: "schedule.checked", at: now, actorId: null, details });
  });
}
