/** A single character as a shortcut can be switched off (WCAG 2.1.4): speech input and trembling hands type characters by accident. */
const KEPT = "codedesk-question-key";

/** Whether the key that shows the shortcuts is on, in this browser. */
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
    // The browser keeps nothing: the key stays on.
  }
}

/** Whether a key press asks for the shortcuts, and is not meant for what has the focus. */
export function isQuestion(event: KeyboardEvent): boolean {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  return (
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="textbox"]') === null
  );
}
