import { z } from "zod";
import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import { REGIONAL_ENCODINGS, type RegionalEncoding } from "#lib/orders/import/decodeText.ts";
import type { RowEdit } from "#lib/orders/import/fixRow.ts";
import type { ReadChoice } from "#lib/orders/import/openSource.ts";
import {
  isKeptForMember,
  keepForMember,
  keptForMember,
  keyOf,
} from "#lib/queries/client/encryptedStorage.ts";
import { fromBase64, toBase64 } from "#lib/text/base64.ts";
import { mappingSchema } from "./columnMemory.ts";
import { tableName, workName, type ImportPlace } from "./importPlace.ts";
import type { GivenTable } from "./useImport.ts";

/** How a table is read and mapped, and what was made of its rows so far. */
export type KeptWork = {
  choice: ReadChoice;
  settings: CheckSettings;
  edits: readonly (readonly [number, RowEdit])[];
  /** What is in the draft already: how many lines, and the rows that they were made of. */
  added: AddedRows;
  /** Whether the sheet was open. */
  isOpen: boolean;
};
export type AddedRows = { lines: number; rows: readonly number[] };
export type KeptImport = { table: GivenTable; work: KeptWork };

/** A larger table is kept in this page's memory only: browsers give a tab five million characters. */
const MOST_CHARACTERS = 1_000_000;

const encodingSchema = z.custom<RegionalEncoding>(
  (name) => typeof name === "string" && Object.hasOwn(REGIONAL_ENCODINGS, name),
);
const choiceSchema = z.object({
  sheet: z.int().min(0).optional(),
  separator: z.string().optional(),
  quotesAreText: z.boolean().optional(),
  encoding: encodingSchema.optional(),
});
const rowSchema = z.int().min(1);
const textSchema = z.string().optional();
const editSchema = z.object({
  values: z.object({
    productId: textSchema,
    name: textSchema,
    amount: textSchema,
    quantity: textSchema,
    country: textSchema,
    currency: textSchema,
  }),
  isOffered: z.boolean(),
  accepted: z.array(z.string()),
});
const workSchema = z.object({
  choice: choiceSchema,
  settings: z.object({
    hasHeads: z.boolean(),
    mapping: mappingSchema,
    leaveOutHidden: z.boolean(),
    answered: z.array(z.string()),
  }),
  edits: z.array(z.tuple([rowSchema, editSchema])),
  added: z.object({ lines: z.int().min(0), rows: z.array(rowSchema) }),
  isOpen: z.boolean(),
});
const tableSchema = z.union([
  z.object({ text: z.string(), copy: z.object({ html: z.string(), isEdited: z.boolean() }).optional() }),
  z.object({ name: z.string(), bytes: z.string() }),
]);
type StoredTable = z.infer<typeof tableSchema>;

const tablesInMemory = new Map<string, GivenTable>();
const memoryKeyOf = (place: ImportPlace) => keyOf(place.owner.memberId, tableName(place));

/** Keeps a table in this page and, unless it is too large, in this tab. Returns whether it survives a reload. */
export async function keepTable(place: ImportPlace, table: GivenTable): Promise<boolean> {
  const key = memoryKeyOf(place);
  tablesInMemory.set(key, table);
  const stored = await storable(table);
  // Another table was given meanwhile, or this one was given up.
  if (tablesInMemory.get(key) !== table) return false;
  keepForMember(place.owner, tableName(place), stored);
  return stored !== null && isKeptForMember(place.owner, tableName(place));
}

export function keepWork(place: ImportPlace, work: KeptWork): void {
  keepForMember(place.owner, workName(place), work);
}

export function forgetImport(place: ImportPlace): void {
  tablesInMemory.delete(memoryKeyOf(place));
  for (const name of [tableName(place), workName(place)]) keepForMember(place.owner, name, null);
}

/** The import that was left in this tab; null: there is none that can be continued. */
export async function readImport(place: ImportPlace): Promise<KeptImport | null> {
  const { success, data } = workSchema.safeParse(await keptForMember(place.owner, workName(place)));
  const table = tablesInMemory.get(memoryKeyOf(place)) ?? (await storedTable(place));
  return success && table !== null ? { table, work: data } : null;
}

async function storable(table: GivenTable): Promise<StoredTable | null> {
  if (table.kind === "text") {
    const { text, copy } = table;
    return text.length + (copy?.html.length ?? 0) > MOST_CHARACTERS ? null : { text, copy };
  }
  const { name, size } = table.file;
  // Four characters for three bytes.
  if (size * (4 / 3) > MOST_CHARACTERS) return null;
  return { name, bytes: toBase64(new Uint8Array(await table.file.arrayBuffer())) };
}

async function storedTable(place: ImportPlace): Promise<GivenTable | null> {
  const { success, data } = tableSchema.safeParse(await keptForMember(place.owner, tableName(place)));
  if (!success) return null;
  if ("text" in data) return { kind: "text", ...data };
  return { kind: "file", file: new File([fromBase64(data.bytes)], data.name) };
}
