/** Single-character shortcuts can be switched off (WCAG 2.1.4), because speech input and trembling hands type characters by accident. */
const KEPT = "codedesk-question-key";

/** Whether shortcuts of a single character are on, in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "off");
  } catch {
    // The browser stores nothing, so the shortcuts stay on.
  }
}

/** The character of a key press that is not meant for the focused element, in lower case; null for any other press. */
export function singleKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (event.key.length !== 1 || isMeantForFocus(event.target)) return null;
  return event.key.toLowerCase();
}

function isMeantForFocus(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // A letter does nothing in a checkbox, from which the next row should be reached too.
  const field =
    'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="textbox"]';
  return target.closest(field) !== null;
}
