import { createHash } from "node:crypto";
import type { Instant } from "#lib/time/instant.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { findByConfirmation } from "#server/orders/ledger/ledgerRow.ts";
import type { PlayedWorld } from "./playedWorld.ts";

/** One action of a member at a moment. Idempotent, because a start that was killed repeats its last step. */
export type Step = {
  at: Instant;
  /** The name of the order that it places. */
  order?: string;
  take(play: Play): Promise<unknown>;
};

/** What a step works with. */
export type Play = PlayedWorld & {
  dataDir: string;
  /** The same UUID for the same words, within this history. */
  idOf: (words: string) => string;
};

/** @param seed the history's own */
export function idsOf(seed: string): (words: string) => string {
  return (words) => {
    const hex = createHash("sha256").update(`${seed} ${words}`).digest("hex");
    // Version 8: made of whatever one likes (RFC 9562).
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** The reference of the order that a step placed under this name. */
export async function orderNamed({ program, idOf }: Play, name: string): Promise<string> {
  const row = await findByConfirmation(program.db, idOf(name));
  if (row === null) throw new Error(`there is no order ${name} in the history`);
  return referenceOf(row);
}
