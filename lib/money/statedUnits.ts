/** How many decimals administrators have stated for currencies that ISO 4217 does not know, by code in upper case. */
export type StatedUnits = ReadonlyMap<string, number>;

// One for all copies of this module in a process: route bundles contain it more than once (docs/decisions/0008-next-in-production.md).
const SOURCE = Symbol.for("codedesk.statedUnits");
const slots: Record<symbol, unknown> = globalThis;

const NONE: StatedUnits = new Map();
let parsed: { text: string; units: StatedUnits } = { text: "", units: NONE };

/**
 * The decimals that were stated: in the browser those in the page as the server wrote it, so that both write the same; elsewhere
 * those of `setStatedUnits`.
 */
export function statedUnits(): StatedUnits {
  // Not `typeof document`: the bundler assumes that every browser program has a document, even a worker.
  const text: unknown =
    "document" in globalThis ? (document.documentElement.dataset.units ?? "") : slots[SOURCE];
  if (typeof text !== "string" || text === "") return NONE;
  if (parsed.text !== text) parsed = { text, units: parseUnits(text) };
  return parsed.units;
}

/** The same as a text, for the page, a worker and `setStatedUnits`. */
export function unitsText(units: StatedUnits): string {
  return JSON.stringify([...units].map(([currency, decimals]) => [currency.toUpperCase(), decimals]));
}

/** The text of the units in force, to be passed on to a worker. */
export function statedUnitsText(): string {
  return unitsText(statedUnits());
}

/** Sets the units of this page, which the server writes for the next one. */
export function setPageUnits(units: StatedUnits): void {
  document.documentElement.dataset.units = unitsText(units);
}

/** Sets the units where there is no page: on the server, in a worker, in a test. Returns a function that resets them. */
export function setStatedUnits(text: string): () => void {
  slots[SOURCE] = text;
  return () => {
    delete slots[SOURCE];
  };
}

function parseUnits(text: string): StatedUnits {
  const units = new Map<string, number>();
  const pairs: unknown = JSON.parse(text);
  if (!Array.isArray(pairs)) return units;
  for (const pair of pairs as unknown[]) {
    const [currency, decimals]: unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof currency === "string" && typeof decimals === "number") units.set(currency, decimals);
  }
  return units;
}
