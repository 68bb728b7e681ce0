import type { Environment } from "#lib/contracts/environment.ts";
import { parseReferences } from "#lib/orders/references/parseReferences.ts";
import { keepForMember, keptForMember, type TabOwner } from "#lib/queries/client/encryptedStorage.ts";
import type { LookUpRow } from "./useLookUp.ts";

/** Whose look-up it is, and in which environment. */
export type LookUpPlace = { environment: Environment; owner: TabOwner };
/** What is in the field for references, and the results. */
export type KeptLookUp = { text: string; rows: readonly LookUpRow[] };

const NOTHING: KeptLookUp = { text: "", rows: [] };
const inMemory = new Map<string, KeptLookUp>();

const nameOf = ({ environment }: LookUpPlace) => `look-up ${environment}`;
const keyOf = (place: LookUpPlace) => `${place.owner.memberId} ${nameOf(place)}`;

/**
 * Keeps a look-up while an order of it is read, so that it is there after "Back". After a reload or another sign-in, only the
 * references that were found are known again: any other text may be a code, and codes are stored nowhere.
 */
export function keepLookUp(place: LookUpPlace, { text, rows }: KeptLookUp): void {
  inMemory.set(keyOf(place), { text, rows: rows.filter(({ answer }) => answer?.outcome !== "code") });
  const found = rows.filter(({ answer }) => answer?.outcome === "found").map(({ reference }) => reference);
  keepForMember(place.owner, nameOf(place), found.length === 0 ? null : found);
}

export function keptLookUp(place: LookUpPlace): KeptLookUp {
  return inMemory.get(keyOf(place)) ?? NOTHING;
}

/** The references that were found before this page was loaded again; none if the look-up is still in memory. */
export async function foundBefore(place: LookUpPlace): Promise<string[]> {
  if (inMemory.has(keyOf(place))) return [];
  const kept = await keptForMember(place.owner, nameOf(place));
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
}

/** The text without what turned out to be a code. The same text if there is none in it. */
export function withoutCodes(text: string, rows: readonly LookUpRow[]): string {
  const codes = new Set(
    rows.flatMap(({ reference, answer }) => (answer?.outcome === "code" ? reference : [])),
  );
  if (codes.size === 0) return text;
  const { references } = parseReferences(text);
  const rest = references.filter((reference) => !codes.has(reference));
  return rest.length === references.length ? text : rest.join("\n");
}
