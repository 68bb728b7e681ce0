import { newUuid } from "./newUuid.ts";

/**
 * The id of a line that comes from a row of an imported table: a UUID of version 8 (RFC 9562 §5.8) that begins with the row's fingerprint and is
 * random otherwise. So wherever the line goes, into other tabs, drafts and the order, it is known which row it was.
 */
export function importedLineId(fingerprint: number): string {
  const random = newUuid();
  return `${fingerprint.toString(16).padStart(8, "0")}${random.slice(8, 14)}8${random.slice(15)}`;
}

/** The fingerprints of the rows of imported tables from which lines come, once each. */
export function importedRows(lineIds: readonly string[]): number[] {
  return [...new Set(lineIds.flatMap((id) => importedRow(id) ?? []))];
}

function importedRow(lineId: string): number | null {
  const [, fingerprint] = /^([0-9a-f]{8})-[0-9a-f]{4}-8/i.exec(lineId) ?? [];
  return fingerprint === undefined ? null : Number.parseInt(fingerprint, 16);
}
