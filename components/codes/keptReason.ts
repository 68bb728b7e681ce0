const KEY = "codedesk.reveal-reason";

/** Keeps the typed reason while the member signs in again elsewhere: in this tab, for this order. */
export function keepReason(reference: string, reason: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([reference, reason]));
}

/** The reason kept for this order; an empty text if there is none. */
export function keptReason(reference: string): string {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return "";
  try {
    const [owner, reason]: unknown[] = [JSON.parse(kept)].flat();
    return owner === reference && typeof reason === "string" ? reason : "";
  } catch {
    return "";
  }
}

export function forgetReason(): void {
  sessionStorage.removeItem(KEY);
}
