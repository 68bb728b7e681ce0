import "server-only";
import type { z } from "zod";
import type { ChangesPage, exportChangesRequestSchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { recordExport, wasExportBegun } from "#server/audit/exportRecord.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { listChanges } from "./listChanges.ts";

const PAGE = 1_000;

/**
 * One page of the rows of an export of changes; the browser makes the file (POST /api/catalog/changes/export). Recorded once: a further page is covered by the record
 * of the first one.
 * @throws AppError `forbidden`.
 */
export async function exportChanges(
  request: MemberRequest,
  { format, filter, cursor }: z.output<typeof exportChangesRequestSchema>,
): Promise<ChangesPage> {
  requirePermission(request, "catalog.read");
  const record = { action: "catalog-changes.exported" as const, details: { format, filter } };
  if (cursor === null || !(await wasExportBegun(request, record))) await recordExport(request, record);
  return listChanges(request, { ...filter, take: PAGE, cursor: cursor ?? undefined });
}
