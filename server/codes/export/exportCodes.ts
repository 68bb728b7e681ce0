import "server-only";
import { FRAMED_TYPE } from "#lib/codes/exportFrames.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import { EXPORT_TYPES, type ExportCodesRequest } from "#lib/contracts/codes/exportCodes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requireStill } from "#server/context/requireStill.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { announceCodes, recordCount } from "#server/codes/announceCodes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { handedToOfOrder } from "#server/codes/handedTo.ts";
import { openOrderCodes } from "#server/codes/openOrderCodes.ts";
import { readDelivered } from "#server/codes/readDelivered.ts";
import { noteExposed } from "#server/codes/noteExposed.ts";
import { markReleaseUsed, requireRelease } from "#server/codes/requireRelease.ts";
import { exportSource, type ExportSource } from "./exportRows.ts";
import { inFrames } from "./inFrames.ts";
import { recordBeforeEnd } from "./recordBeforeEnd.ts";
import { csvFile, encoded, jsonFile } from "./textFiles.ts";
import { toStream } from "./toStream.ts";
import { whileAllowed } from "./whileAllowed.ts";
import { xlsxFile } from "./xlsxFile.ts";
import { zipFile } from "./zipFile.ts";

/**
 * Streams delivered codes as a file. Who exports what is recorded before the first byte is sent; the number of codes and the
 * file's SHA-256 are recorded before the last one. It breaks off once the member may not reveal codes any more. What breaks off before
 * its first byte does not count against the budget.
 * @throws as `revealCodes`, and AppError `release-required` if a second member has to release the export first.
 */
export async function exportCodes(
  request: MemberRequest,
  input: ExportCodesRequest & { reference: string },
): Promise<Response> {
  const opened = await openOrderCodes(request, input.reference);
  const { row } = opened;
  const { format, skip, take, passphrase } = input;
  const settings = await currentCodeSettings(request.db);
  const reason = requireReason(settings, input.reason);
  // In memory only: nothing is sent before the export is recorded.
  const delivered = await readDelivered(request, opened);
  const source = exportSource(delivered, { skip, take }, await handedToOfOrder(request, row.id));
  if (source.count === 0) throw new AppError("conflict", "None of these codes were delivered.");
  const chosenCodes = delivered.codes.slice(skip, skip + take);
  if (format === "csv" || format === "xlsx") requireText(chosenCodes);
  const isEncrypted = passphrase !== undefined;
  const chosen = { first: skip + 1, count: source.count };
  const details = { format, first: chosen.first, encrypted: isEncrypted, reason };
  const file = await fileOf(request, input, source);
  const requireAllowed = () => requireStill(request, "codes.reveal");
  await requireAllowed();
  const announced = { count: chosen.count, at: request.clock.now() };
  const release = await announceCodes(
    request,
    row,
    { action: "codes.exported", count: chosen.count, details },
    (tx) => requireRelease(tx, request, row, chosen, settings),
  );
  const recordEnd = (end: Record<string, unknown>, isSpent: boolean) =>
    request.db.transaction(async (tx) => {
      await recordFinished(tx, request, row, { format, ...end }, release);
      // Released codes were not counted.
      if (!isSpent && release === null) await recordCount(tx, request, row, announced, 0);
    });
  const noted = () => noteExposed(request, chosenCodes, "exported");
  const content = recordBeforeEnd(
    whileAllowed(onceNoted(file, noted), requireAllowed),
    {
      finished: (sum) => recordEnd({ complete: true, rows: source.count, ...sum }, true),
      interrupted: (isBegun) => recordEnd({ complete: false }, isBegun),
    },
    {
      gone: request.signal,
      failed: (error) =>
        request.log.error(
          { requestId: request.requestId, error },
          "It could not be recorded that an export was not sent",
        ),
    },
  );
  const ending = isEncrypted ? "zip" : format === "print" ? "json" : format;
  const isFramed = input.framed === true;
  const name = `codes-${fileNamePart(input.reference)}.${ending}`;
  return new Response(toStream(isFramed ? inFrames(content, source) : content), {
    headers: {
      "content-type": isFramed ? FRAMED_TYPE : EXPORT_TYPES[ending],
      "content-disposition": `attachment; filename="${name}"`,
      "x-codedesk-codes": String(source.count),
    },
  });
}

/**
 * Half of a surrogate pair would leave as another character: only JSON has a form for it.
 * @throws AppError `conflict`, which names the code by its number.
 */
function requireText(codes: readonly ShownCode[]): void {
  const damaged = codes.find(({ fields }) => Object.values(fields).some((text) => !text.isWellFormed()));
  if (damaged === undefined) return;
  throw new AppError(
    "conflict",
    `Code ${damaged.number} contains half a character, which this format can't hold. Export as JSON, which holds it exactly.`,
  );
}

/** Passes a file on once it is noted that its codes leave: not before somebody reads it. */
async function* onceNoted(
  file: AsyncIterable<Uint8Array>,
  note: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  await note();
  yield* file;
}

async function fileOf(
  request: MemberRequest,
  { format, separator, passphrase, reference }: ExportCodesRequest & { reference: string },
  source: ExportSource,
): Promise<AsyncIterable<Uint8Array>> {
  const at = new Date(request.clock.now());
  const plain =
    format === "xlsx"
      ? await xlsxFile(source, at)
      : encoded(format === "csv" ? csvFile(source, separator) : jsonFile(source));
  if (passphrase === undefined) return plain;
  const inner = `codes-${fileNamePart(reference)}.${format === "print" ? "json" : format}`;
  return zipFile([{ name: inner, content: plain }], at, passphrase);
}

async function recordFinished(
  tx: Transaction,
  request: MemberRequest,
  row: OrderRow,
  details: Record<string, unknown>,
  release: string | null,
): Promise<void> {
  const now = request.clock.now();
  if (release !== null && details.complete === true) await markReleaseUsed(tx, release);
  await recordAudit(tx, {
    at: now,
    environment: row.environment,
    actorId: request.actor.id,
    action: "codes.export-finished",
    orderRow: row.id,
    details,
  });
}

/** The reference reduced to characters that all file systems and HTTP headers accept. */
function fileNamePart(reference: string): string {
  return reference.replace(/[^\w-]+/g, "_").slice(0, 80);
}
