import type { EarlyInput } from "#lib/earlyInput.ts";

/**
 * Reports to React what was entered in a field before hydration. React compares with the value that it found, so the field first
 * gets the page's own value back.
 */
export function enterAgain({ element, value = "", checked = false }: EarlyInput): void {
  if (element instanceof HTMLSelectElement) choose(element, value);
  else if (element instanceof HTMLTextAreaElement) type(element, value);
  else if (element instanceof HTMLInputElement) {
    if (CHECKABLE.has(element.type)) check(element, checked);
    // The chosen file is still there; no script could set it.
    else if (element.type === "file") element.dispatchEvent(new Event("change", { bubbles: true }));
    else type(element, value);
  }
}

const CHECKABLE: ReadonlySet<string> = new Set(["checkbox", "radio"]);

function choose(field: HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function check(field: HTMLInputElement, checked: boolean): void {
  if (checked === field.defaultChecked) return;
  field.checked = field.defaultChecked;
  field.click();
}

function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const isUntouched = field.value === field.defaultValue;
  const typed = isUntouched ? value : field.value;
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  // React notices values set by the field's own setter, but not by the one of its prototype.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
  if (!isUntouched && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
