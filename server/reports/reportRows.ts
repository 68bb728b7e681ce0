import "server-only";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { MOST_FILES } from "#lib/contracts/reports/reportKinds.ts";
import type { Report, Reports } from "#lib/contracts/reports/reports.ts";
import { toIso, toIsoOrNull } from "#lib/time/instant.ts";
import { REPORTS } from "#lib/reports/kinds.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { reportFiles, reports } from "#server/db/schema/reports.ts";

export type ReportRow = typeof reports.$inferSelect;
type FileRow = Omit<typeof reportFiles.$inferSelect, "content">;

/** A file without what is in it. */
const FILE = {
  reportId: reportFiles.reportId,
  day: reportFiles.day,
  fromAt: reportFiles.fromAt,
  cutAt: reportFiles.cutAt,
  madeAt: reportFiles.madeAt,
  rows: reportFiles.rows,
  sha256: reportFiles.sha256,
};

/** The member's own reports in this environment. */
function ownReports({ environment, actor }: MemberRequest) {
  return and(eq(reports.environment, environment), eq(reports.ownerId, actor.id), isNull(reports.deletedAt));
}

/** The member's reports with their latest files, without what is in them. */
export async function readReports(
  request: MemberRequest,
  db: Database | Transaction = request.db,
): Promise<Reports> {
  const rows = await db
    .select()
    .from(reports)
    .where(ownReports(request))
    .orderBy(asc(reports.createdAt), asc(reports.id));
  const files = await readFiles(
    db,
    rows.map(({ id }) => id),
  );
  return {
    reports: rows.map((row) =>
      viewOf(
        row,
        files.filter(({ reportId }) => reportId === row.id),
      ),
    ),
  };
}

async function readFiles(db: Database | Transaction, ids: string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const latest = sql<number>`row_number() over (partition by ${reportFiles.reportId} order by ${reportFiles.cutAt} desc)`;
  const ranked = db
    .select({ ...FILE, place: latest.as("place") })
    .from(reportFiles)
    .where(inArray(reportFiles.reportId, ids))
    .as("ranked");
  return db
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${MOST_FILES}`)
    .orderBy(desc(ranked.cutAt));
}
function viewOf(row: ReportRow, files: readonly FileRow[]): Report {
  const { id, kind, viewName, cuts, paused, problem, nextAt } = row;
  return {
    id,
    kind,
    viewName,
    cuts,
    paused,
    problem,
    nextCutAt: paused ? null : toIsoOrNull(nextAt),
    files: files.map(({ day, fromAt, cutAt, madeAt, rows, sha256 }) => ({
      day,
      from: toIso(fromAt),
      cutAt: toIso(cutAt),
      madeAt: toIso(madeAt),
      rows,
      sha256,
    })),
  };
}

/**
 * A report of the member's own, locked.
 * @throws AppError `not-found`, also for one of another member.
 */
export async function lockReport(tx: Transaction, request: MemberRequest, id: string): Promise<ReportRow> {
  const [row] = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.id, id), ownReports(request)))
    .for("update");
  if (row === undefined) throw new AppError("not-found", "This report no longer exists. Reload the page.");
  return row;
}

/** Records what happened to a report; its owner is told of some of it. */
export function recordReport(
  tx: Transaction,
  row: ReportRow,
  {
    action,
    at,
    actorId,
    details = {},
  }: {
    action: AuditAction;
    at: number;
    actorId: string | null;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const view = row.viewName === null ? {} : { view: row.viewName };
  return recordAudit(tx, {
    at,
    environment: row.environment,
    actorId,
    action,
    memberId: row.ownerId,
    details: { report: row.id, kind: REPORTS[row.kind].label, ...view, ...details },
  });
}
