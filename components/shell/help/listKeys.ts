/** Moves the focus to the link of the next row (`1`) or the one before (`-1`); from elsewhere, to the first row in sight. */
export function moveInList(direction: 1 | -1): void {
  const links = rowLinks();
  const row = rowOf(document.activeElement);
  const now = row === null ? -1 : links.findIndex((link) => row.contains(link));
  const next = now === -1 ? links.find(isInSight) : links[now + direction];
  next?.focus();
}

/** Presses the checkbox of the row that has the focus; returns whether there is one. */
export function selectRow(): boolean {
  const box = rowOf(document.activeElement)?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return box != null;
}

/** Pages that were left stay in the document, hidden. */
function rowLinks(): HTMLElement[] {
  const links = document.querySelectorAll<HTMLElement>("main [data-row-link]");
  return [...links].filter((link) => link.checkVisibility());
}

function rowOf(element: Element | null): Element | null {
  return element?.closest('main tr, main [role="row"]') ?? null;
}

function isInSight(link: HTMLElement): boolean {
  return link.getBoundingClientRect().top >= 0;
}
