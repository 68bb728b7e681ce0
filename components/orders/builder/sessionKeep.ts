/**
 * Things that must survive a reload of this tab and nothing else. Where the browser has no room or forbids it, the page works
 * without.
 */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing was promised.
  }
}

/** What was kept; null where nothing is, or nothing that can be read. */
export function keptInTab(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
