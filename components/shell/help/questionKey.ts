/** Single-character shortcuts can be switched off (WCAG 2.1.4), because speech input and trembling hands type characters by accident. */
const KEPT = "codedesk-question-key";

/** Whether the shortcut for the list of shortcuts is on, in this browser. */
export function isQuestionKeyOn(): boolean {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

export function setQuestionKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "off");
  } catch {
    // The browser stores nothing, so the shortcut stays on.
  }
}

/** Whether a key press asks for the shortcuts, and is not meant for the focused element. */
export function isQuestion(event: KeyboardEvent): boolean {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  return (
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="textbox"]') === null
  );
}
