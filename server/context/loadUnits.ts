import "server-only";
import { asc } from "drizzle-orm";
import { setStatedUnits, unitsText } from "#lib/money/statedUnits.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import { processSingleton } from "./processSingleton.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { currencyUnits } from "#server/db/schema/service.ts";

/** How long what another instance has stated may be missing from a page. Orders are checked with what is stated at that moment. */
const FRESH_FOR = 5 * SECOND;

type Loaded = { at: Instant };
const loaded = () => processSingleton("unitsLoaded", () => new WeakMap<Database, Loaded>());

/**
 * Reads the decimals that administrators have stated; from now on, this process reads and writes amounts by them. Returns them by
 * currency.
 */
export async function loadUnits(
  db: Database | Transaction,
): Promise<{ currency: string; decimals: number }[]> {
  const rows = await db
    .select({ currency: currencyUnits.currency, decimals: currencyUnits.decimals })
    .from(currencyUnits)
    .orderBy(asc(currencyUnits.currency));
  setStatedUnits(unitsText(new Map(rows.map(({ currency, decimals }) => [currency, decimals]))));
  return rows;
}

/** The same, unless it was done a moment ago. Without an answer of the database, those from before apply. */
export async function refreshUnits(db: Database, now: Instant): Promise<void> {
  const last = loaded().get(db);
  if (last !== undefined && now >= last.at && now - last.at < FRESH_FOR) return;
  loaded().set(db, { at: now });
  await loadUnits(db).catch(() => loaded().delete(db));
}
