import { isRecord } from "#lib/json/isRecord.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { LineChange } from "#lib/orders/drafts/draftChange.ts";
import { DRAFT_TEXTS, LINE_FIELDS, type DraftNotice, type DraftText } from "#lib/orders/drafts/draftMerge.ts";
import type { DraftBackup } from "#lib/orders/drafts/draftSync.ts";
import { keepForMember, keptForMember, type TabOwner } from "#lib/queries/client/encryptedStorage.ts";

const keyOf = (draftId: string) => `draft ${draftId}`;

/** What a reload of this tab, or the end of a session, must not lose of a draft: unsaved changes, and unread notices. */
export const draftBackup = {
  keep: (owner: TabOwner, draftId: string, backup: DraftBackup | null): void =>
    keepForMember(owner, keyOf(draftId), backup),
  read: async (owner: TabOwner, draftId: string): Promise<DraftBackup | null> => {
    const kept = await keptForMember(owner, keyOf(draftId));
    return isBackup(kept) ? kept : null;
  },
};

// Checked without zod (31 kB): each load of the page reads a backup, few have one, and the server checks everything that is saved from it.
function isBackup(value: unknown): value is DraftBackup {
  if (!isRecord(value) || !Number.isSafeInteger(value["version"]) || !isRecord(value["change"])) return false;
  const { texts, lines } = value["change"];
  return (
    isListOf(texts, isTextChange) && isListOf(lines, isLineChange) && isListOf(value["notices"], isNotice)
  );
}

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isTextChange(value: unknown): value is { field: DraftText; before: string; after: string } {
  return (
    isRecord(value) &&
    DRAFT_TEXTS.some((field) => field === value["field"]) &&
    typeof value["before"] === "string" &&
    typeof value["after"] === "string"
  );
}

function isLineChange(value: unknown): value is LineChange {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    isLineOrNull(value["before"]) &&
    isLineOrNull(value["after"]) &&
    isPlace(value["follows"]) &&
    isPlace(value["followed"])
  );
}

function isLineOrNull(value: unknown): value is TypedLine | null {
  if (value === null) return true;
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    Number.isSafeInteger(value["productId"]) &&
    LINE_FIELDS.every((field) => typeof value[field] === "string")
  );
}

/** The id of the line above, null for none; left out for a line that stays in place. */
function isPlace(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === "string";
}

/** Written by this program in this tab, whose types ensure the shape. */
function isNotice(value: unknown): value is DraftNotice {
  return isRecord(value);
}
