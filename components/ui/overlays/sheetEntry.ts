/**
 * The entry of the browser's history for a sheet that fills a phone, so that going back closes the sheet, as in apps of the phone.
 * It lies above the entry of the page, with the same address, and leaves with the sheet. Sheets do not open one another.
 */
const SHEET = "sheet";
/** What an entry of a sheet says of itself: `changed` if it shows something else than the page below. */
type SheetEntry = "unchanged" | "changed";

let openSheets = 0;
/** Not null while the browser is going back from an entry; called when it has arrived. */
let onArrival: (() => void) | null = null;

/** Whether a sheet with an entry of its own is open. */
export function isSheetOpen(): boolean {
  return openSheets > 0;
}

/** Whether the current entry belongs to a sheet. */
export function isInSheetEntry(): boolean {
  return sheetEntry() !== null;
}

/** The state with which the entry of a sheet is replaced because something was chosen there. It stays when the sheet closes. */
export const CHANGED_SHEET: Readonly<Record<string, SheetEntry>> = { [SHEET]: "changed" };

/** Adds an entry for a sheet that opens, unless it has one. */
export function enterSheet(): void {
  openSheets += 1;
  if (onArrival === null) addEntry();
  else onArrival = addEntry;
}

/** Adds the entry again of a sheet that going back has not closed. */
export function reenterSheet(): void {
  if (openSheets > 0) addEntry();
}

function addEntry(): void {
  if (isInSheetEntry()) return;
  const entry: SheetEntry = "unchanged";
  // With the router's own state, so that it does not follow.
  history.pushState({ ...stateOfEntry(), [SHEET]: entry }, "");
}

/** Removes the entry of a sheet that has closed, unless the same sheet is set up again at once, as in strict mode. */
export function leaveSheet(): void {
  openSheets -= 1;
  queueMicrotask(removeLeftEntry);
}

/** Removes the current entry if it belonged to a sheet that is closed, such as before a reload. */
export function removeLeftEntry(): void {
  const entry = sheetEntry();
  if (entry === null || openSheets > 0 || onArrival !== null) return;
  if (entry === "changed") {
    // A step of its own, which going back undoes.
    const { [SHEET]: _, ...state } = stateOfEntry();
    history.replaceState(state, "");
    return;
  }
  onArrival = () => {};
  const arrive = () => {
    const next = onArrival;
    onArrival = null;
    next?.();
  };
  addEventListener("popstate", arrive, { once: true });
  history.back();
}

function stateOfEntry(): Record<string, unknown> {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? { ...state } : {};
}

function sheetEntry(): SheetEntry | null {
  const { [SHEET]: entry } = stateOfEntry();
  return entry === "unchanged" || entry === "changed" ? entry : null;
}
