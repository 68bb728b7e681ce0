import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { permits } from "#lib/members/roles.ts";
import type { Occurrence } from "#lib/orders/schedules/recurrence.ts";
import { beginOf, cutAfter, cutAfterDay } from "#lib/reports/cuts.ts";
import { REPORTS } from "#lib/reports/kinds.ts";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import { absentMember } from "#server/context/absentMember.ts";
import type { Program } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { reportFiles, reports } from "#server/db/schema/reports.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { reportContent, type ReportContent } from "./reportContent.ts";
import { recordReport, type ReportRow } from "./reportRows.ts";

/** The pause before a report is tried again after an error. */
const RETRY_MS = 10 * MINUTE;

/**
 * Makes one report whose cut has come, for its owner by what they may see then: the file, its record and the next cut in one transaction,
 * under the report's lock. So each is made once, whatever instance does it and wherever it is killed. A report whose owner may no longer
 * see what it is of is paused, and its owner told.
 * @returns whether there was one.
 */
export async function makeReport(program: Program): Promise<boolean> {
  const claimed: { row: ReportRow | null } = { row: null };
  try {
    return await program.db.transaction(async (tx) => {
      const due = await claimReport(tx, program);
      if (due === null) return false;
      claimed.row = due.row;
      await makeDue(tx, program, due);
      return true;
    });
  } catch (error) {
    if (claimed.row === null) throw error;
    program.log.error({ error, report: claimed.row.id }, "A report could not be made; trying again later");
    // The others do not wait for it.
    await program.db
      .update(reports)
      .set({ tryAt: program.clock.now() + RETRY_MS })
      .where(and(eq(reports.id, claimed.row.id), eq(reports.nextDay, claimed.row.nextDay ?? "")));
    return true;
  }
}

type Due = { row: ReportRow; cut: Occurrence; now: Instant };

async function claimReport(tx: Transaction, { clock }: Program): Promise<Due | null> {
  const ahead = aheadOf(clock);
  const now = sql<number>`extract(epoch from ${sharedNow(ahead)}) * 1000`.mapWith(Number);
  const [found] = await tx
    .select({ row: reports, now })
    .from(reports)
    .where(and(isNull(reports.deletedAt), eq(reports.paused, false), lte(reports.tryAt, sharedNow(ahead))))
    .orderBy(asc(reports.tryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const { nextDay: day, nextAt: at } = found?.row ?? {};
  if (found === undefined || day == null || at == null) return null;
  return { row: found.row, cut: { day, at }, now: Math.floor(found.now) };
}

async function makeDue(tx: Transaction, program: Program, { row, cut, now }: Due): Promise<void> {
  const { environment, kind, cuts } = row;
  // What is of a moment is made once, of the latest cut that has passed; what is of a period, for each of them.
  const made = REPORTS[kind].isOfPeriod ? cut : latestCut(row, cut, now);
  const actor = await absentMember(program, { memberId: row.ownerId, environment });
  const may = actor !== null && permits(actor, REPORTS[kind].permission) && permits(actor, "orders.read");
  if (actor === null || !may) {
    await stop(tx, row, now, "Its owner may no longer see what it is of.");
    return;
  }
  const span = { from: beginOf(cuts, made), to: made.at };
  const request = { ...program, actor, environment, requestId: randomUUID() };
  const content = await contentOf(() => reportContent(request, row, span));
  if (typeof content === "string") {
    await stop(tx, row, now, content);
    return;
  }
  await writeFile(tx, { row, cut: made, now }, span.from, content);
  const next = cutAfterDay(cuts, made.day);
  await tx
    .update(reports)
    .set({ nextDay: next?.day ?? null, nextAt: next?.at ?? null, tryAt: next?.at ?? null, updatedAt: now })
    .where(eq(reports.id, row.id));
}

/** A reason that is meant for a person instead of the content: it will be the same when it is tried again. */
async function contentOf(make: () => Promise<ReportContent>): Promise<ReportContent | string> {
  try {
    return await make();
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

function latestCut({ cuts }: ReportRow, first: Occurrence, now: Instant): Occurrence {
  let latest = first;
  for (let next = cutAfter(cuts, first.at); next !== null && next.at <= now; next = cutAfter(cuts, next.at))
    latest = next;
  return latest;
}

async function writeFile(
  tx: Transaction,
  { row, cut, now }: Due,
  from: Instant,
  { csv, rows }: ReportContent,
): Promise<void> {
  const sha256 = createHash("sha256").update(csv).digest("hex");
  const written = await tx
    .insert(reportFiles)
    .values({
      reportId: row.id,
      day: cut.day,
      fromAt: from,
      cutAt: cut.at,
      madeAt: now,
      rows,
      sha256,
      content: csv,
    })
    .onConflictDoNothing()
    .returning({ day: reportFiles.day });
  if (written.length === 0) return;
  const details = { day: cut.day, rows, sha256 };
  await recordReport(tx, row, { action: "report.made", at: now, actorId: null, details });
}

async function stop(tx: Transaction, row: ReportRow, now: Instant, problem: string): Promise<void> {
  await tx.update(reports).set({ paused: true, problem, updatedAt: now }).where(eq(reports.id, row.id));
  await recordReport(tx, row, { action: "report.stopped", at: now, actorId: null, details: { problem } });
}
