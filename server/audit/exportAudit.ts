import "server-only";
import { sentenceOf } from "#lib/audit/sentences.ts";
import { csvCell, csvHead } from "#lib/files/csvCell.ts";
import type { AuditEntryView, AuditFilter } from "#lib/contracts/audit/audit.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { readAuditPage } from "./listAudit.ts";
import { recordAudit } from "./record.ts";

const PAGE = 1_000;
const SEPARATOR = ",";
/** Tells spreadsheets the encoding; without it they read the file as windows-1252. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS: Record<string, (entry: AuditEntryView) => string> = {
  "Time (UTC)": ({ at }) => at,
  Sentence: sentenceOf,
  Action: ({ action }) => action,
  By: ({ actor }) => actor?.email ?? "",
  Token: ({ token }) => token ?? "",
  Member: ({ member }) => member?.email ?? "",
  Order: ({ order }) => order ?? "",
  Environment: ({ environment }) => environment ?? "",
  "State before": ({ fromState }) => fromState ?? "",
  State: ({ toState }) => toState ?? "",
  Details: ({ details }) => JSON.stringify(details),
  Record: ({ id }) => id,
};

/**
 * Streams the filtered audit log as a CSV file. The export is recorded before the first byte is sent, and ends in the middle when
 * the member loses the right to it.
 * @param recorded the filter as stored in the audit record, which must not contain a code that somebody searched for.
 * @throws AppError `forbidden`.
 */
export async function exportAudit(
  request: MemberRequest,
  filter: AuditFilter,
  recorded: AuditFilter,
): Promise<Response> {
  requirePermission(request, "audit.read");
  await request.db.transaction((tx) =>
    recordAudit(tx, {
      at: request.clock.now(),
      actorId: request.actor.id,
      action: "audit.exported",
      details: { filter: recorded },
    }),
  );
  const encoder = new TextEncoder();
  const lines = csvLines(request, filter);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await lines.return();
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
    },
  });
}

function row(cells: readonly string[]): string {
  return `${cells.join(SEPARATOR)}\r\n`;
}

async function* csvLines(request: MemberRequest, filter: AuditFilter): AsyncGenerator<string, void, void> {
  yield BYTE_ORDER_MARK + row(Object.keys(COLUMNS).map((head) => csvHead(head, SEPARATOR)));
  let cursor: string | null = null;
  do {
    const query = { ...filter, take: PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<typeof readAuditPage>> = await readAuditPage(request, query);
    yield page.items
      .map((entry) => row(Object.values(COLUMNS).map((of) => csvCell(of(entry), SEPARATOR))))
      .join("");
    cursor = page.nextCursor;
  } while (cursor !== null);
}
