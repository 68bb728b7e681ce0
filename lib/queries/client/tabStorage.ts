/**
 * Keeps a value in this tab's session storage, so that it survives a reload; null removes it. Does nothing if storage is full or
 * blocked.
 */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** The kept value; null if there is none that can be read. */
export function keptInTab(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The keys of everything that this tab keeps. */
export function tabKeys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

/** Removes everything that this tab keeps. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing could be kept.
  }
}
