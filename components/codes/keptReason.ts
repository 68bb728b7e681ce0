import { keepInTab, keptInTab } from "#lib/queries/tabStorage.ts";

const KEY = "codedesk.reveal-reason";

/** Keeps the typed reason while the member signs in again elsewhere: in this tab, for this order. */
export function keepReason(reference: string, reason: string): void {
  keepInTab(KEY, [reference, reason]);
}

/** The reason kept for this order; an empty text if there is none. */
export function keptReason(reference: string): string {
  const [owner, reason]: unknown[] = [keptInTab(KEY)].flat();
  return owner === reference && typeof reason === "string" ? reason : "";
}

export function forgetReason(): void {
  keepInTab(KEY, null);
}
