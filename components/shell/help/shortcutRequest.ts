let listener: (() => void) | null = null;

/** Lets the list of shortcuts listen for requests from elsewhere, such as the palette. Returns a function that stops it. */
export function onShortcutsRequest(show: () => void): () => void {
  listener = show;
  return () => {
    if (listener === show) listener = null;
  };
}

/** Shows the shortcuts of the page, like its key. */
export function requestShortcuts(): void {
  listener?.();
}
