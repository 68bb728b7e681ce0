import "server-only";
import { and, eq } from "drizzle-orm";
import { REPORTS } from "#lib/reports/kinds.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { reportFiles } from "#server/db/schema/reports.ts";
import { lockReport, recordReport } from "./reportRows.ts";

/**
 * What was made at a cut, the same bytes each time, for its owner as long as they may see what it is of. Audited.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function readReportFile(
  request: MemberRequest,
  { reportId, day }: { reportId: string; day: string },
): Promise<{ name: string; content: string }> {
  requirePermission(request, "orders.read");
  return request.db.transaction(async (tx) => {
    const row = await lockReport(tx, request, reportId);
    requirePermission(request, REPORTS[row.kind].permission);
    const [file] = await tx
      .select()
      .from(reportFiles)
      .where(and(eq(reportFiles.reportId, reportId), eq(reportFiles.day, day)));
    if (file === undefined) throw new AppError("not-found", "There is no report of this day.");
    const { clock, actor } = request;
    await recordReport(tx, row, {
      action: "report.downloaded",
      at: clock.now(),
      actorId: actor.id,
      details: { day, sha256: file.sha256 },
    });
    return { name: `codedesk-${row.kind}-${day}.csv`, content: file.content };
  });
}
