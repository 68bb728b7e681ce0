/**
 * Notes where the caret is in a text field, and returns a function that puts it there again, if the field has the focus then. Chromium
 * returns the focus from a dialog without the caret: what somebody types next would go nowhere, although the field looks focused.
 */
export function keepCaret(field: Element | null): () => void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => undefined;
  const { selectionStart, selectionEnd, selectionDirection } = field;
  return () => {
    if (document.activeElement !== field) return;
    // Fields such as numbers have no positions.
    if (selectionStart === null) field.select();
    else field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  };
}
