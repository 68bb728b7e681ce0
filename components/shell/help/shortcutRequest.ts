let listener: (() => void) | null = null;

/** The list of shortcuts hears who asks for it, such as the palette. Returns how to stop. */
export function onShortcutsRequest(show: () => void): () => void {
  listener = show;
  return () => {
    if (listener === show) listener = null;
  };
}

/** Shows the shortcuts of the page, as its key does. */
export function requestShortcuts(): void {
  listener?.();
}
