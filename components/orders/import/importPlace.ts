import { isKeptForMember, type TabOwner } from "#lib/queries/client/encryptedStorage.ts";

/** Whose import it is, and for which draft. */
export type ImportPlace = { owner: TabOwner; draftId: string };

export const tableName = ({ draftId }: ImportPlace) => `import table ${draftId}`;
export const workName = ({ draftId }: ImportPlace) => `import work ${draftId}`;

/** Whether this tab keeps an import for the draft. It may be one that can't be continued: see `readImport`. */
export function isImportKept(place: ImportPlace): boolean {
  return isKeptForMember(place.owner, workName(place));
}
