const KEY = "codedesk.reveal-reason";

/** Keeps what was typed as the reason while its writer signs in again elsewhere: in this tab, for this order. */
export function keepReason(reference: string, reason: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([reference, reason]));
}

/** What was kept for this order; an empty text where nothing was. */
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
