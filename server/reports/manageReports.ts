import "server-only";
import { and, eq } from "drizzle-orm";
import { MOST_REPORTS } from "#lib/contracts/reports/reportKinds.ts";
import type { ReportInput, Reports } from "#lib/contracts/reports/reports.ts";
import { cutAfter } from "#lib/reports/cuts.ts";
import { REPORTS } from "#lib/reports/kinds.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderViews } from "#server/db/schema/orderSearch.ts";
import { reports } from "#server/db/schema/reports.ts";
import { lockReport, readReports, recordReport, type ReportRow } from "./reportRows.ts";

/**
 * The member's own reports, with what was made of them.
 * @throws AppError `forbidden`.
 */
export function listReports(request: MemberRequest): Promise<Reports> {
  requirePermission(request, "orders.read");
  return readReports(request);
}

/**
 * Sets up a report of the member's own: the first one is made at the next cut. Audited.
 * @throws AppError `forbidden` if the member may not see what it is of; `not-found` for a view; `conflict` for too many.
 */
export async function addReport(
  request: MemberRequest,
  { kind, viewId, cuts }: ReportInput,
): Promise<Reports> {
  requirePermission(request, "orders.read");
  requirePermission(request, REPORTS[kind].permission);
  const { environment, actor, clock } = request;
  return request.db.transaction(async (tx) => {
    await lockUntilCommit(tx, `reports ${environment} ${actor.id}`);
    const own = await readReports(request, tx);
    if (own.reports.length >= MOST_REPORTS)
      throw new AppError(
        "conflict",
        `You have ${MOST_REPORTS} reports, the most there can be. Remove one first.`,
      );
    const now = clock.now();
    const [row] = await tx
      .insert(reports)
      .values({
        environment,
        ownerId: actor.id,
        kind,
        ...(await viewOf(tx, request, viewId)),
        cuts,
        ...comingCut(cuts, now),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (row !== undefined)
      await recordReport(tx, row, {
        action: "report.added",
        at: now,
        actorId: actor.id,
        details: { ...cuts },
      });
    return readReports(request, tx);
  });
}

/** The view as it is now: what it finds does not change when it is changed or deleted. */
async function viewOf(
  tx: Transaction,
  { environment, actor }: MemberRequest,
  viewId: string | null,
): Promise<Pick<ReportRow, "viewName" | "viewQuery">> {
  if (viewId === null) return { viewName: null, viewQuery: null };
  const [view] = await tx
    .select({ viewName: orderViews.name, viewQuery: orderViews.query })
    .from(orderViews)
    .where(
      and(
        eq(orderViews.id, viewId),
        eq(orderViews.environment, environment),
        eq(orderViews.memberId, actor.id),
      ),
    );
  if (view === undefined) throw new AppError("not-found", "This view no longer exists. Reload the page.");
  return view;
}

function comingCut(cuts: ReportRow["cuts"], now: number) {
  const next = cutAfter(cuts, now);
  return { nextDay: next?.day ?? null, nextAt: next?.at ?? null, tryAt: next?.at ?? null };
}

/**
 * Pauses a report, or resumes it with the next cut: those that passed meanwhile are left out. Audited.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function pauseReport(
  request: MemberRequest,
  { reportId, paused }: { reportId: string; paused: boolean },
): Promise<Reports> {
  requirePermission(request, "orders.read");
  return request.db.transaction(async (tx) => {
    const row = await lockReport(tx, request, reportId);
    if (!paused) requirePermission(request, REPORTS[row.kind].permission);
    const now = request.clock.now();
    if (row.paused !== paused) {
      const next = paused ? {} : { problem: null, ...comingCut(row.cuts, now) };
      await tx
        .update(reports)
        .set({ paused, ...next, updatedAt: now })
        .where(eq(reports.id, row.id));
      const action = paused ? "report.paused" : "report.resumed";
      await recordReport(tx, row, { action, at: now, actorId: request.actor.id });
    }
    return readReports(request, tx);
  });
}

/**
 * Removes a report with its files from the list. Audited.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function removeReport(
  request: MemberRequest,
  { reportId }: { reportId: string },
): Promise<Reports> {
  requirePermission(request, "orders.read");
  return request.db.transaction(async (tx) => {
    const row = await lockReport(tx, request, reportId);
    const now = request.clock.now();
    await tx.update(reports).set({ deletedAt: now, updatedAt: now }).where(eq(reports.id, row.id));
    await recordReport(tx, row, { action: "report.removed", at: now, actorId: request.actor.id });
    return readReports(request, tx);
  });
}
