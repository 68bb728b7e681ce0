import { keyOf } from "#lib/queries/client/encryptedStorage.ts";
import { keepInTab, keptInTab } from "#lib/queries/client/tabStorage.ts";

const NAME = "reveal-reason";

/** Keeps the typed reason while the member signs in again elsewhere: in this tab, for this order and nobody else. */
export function keepReason(memberId: string, reference: string, reason: string): void {
  keepInTab(keyOf(memberId, NAME), [reference, reason]);
}

/** The reason kept for this order; an empty text if there is none. */
export function keptReason(memberId: string, reference: string): string {
  const [owner, reason]: unknown[] = [keptInTab(keyOf(memberId, NAME))].flat();
  return owner === reference && typeof reason === "string" ? reason : "";
}

export function forgetReason(memberId: string): void {
  keepInTab(keyOf(memberId, NAME), null);
}
