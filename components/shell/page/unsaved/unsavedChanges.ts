/** Asks whether to lose what is not saved, and calls `leave` if so. */
type Question = (leave: () => void) => void;

/** The forms of this page whose changes are not saved, by the names that they have on the screen. */
const unsaved = new Set<string>();
let question: Question | null = null;

/** Notes whether a form of this page has changes that are not saved. */
export function noteUnsaved(form: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

export function unsavedForms(): string[] {
  return [...unsaved];
}

/** Forgets all changes: the page that they were made on has gone, or is being left for good. */
export function dropUnsaved(): void {
  unsaved.clear();
}

/** Has a page ask before it is left with unsaved changes. Returns how to stop. */
export function askBeforeLeaving(next: Question): () => void {
  question = next;
  return () => {
    if (question === next) question = null;
  };
}

/**
 * Leaves the page that is shown, once its member has answered whether to lose what is not saved there.
 * @param to where it leads; absent where a whole new page is loaded.
 */
export function leavePage(leave: () => void, to?: string): void {
  const isLeaving = to === undefined || isOtherPage(to);
  if (isLeaving && question !== null && unsaved.size > 0) question(leave);
  else leave();
}

/** Whether an address is of another page of the desk than the one that is shown; another tab of it is not. */
export function isOtherPage(address: string): boolean {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname !== location.pathname;
}
