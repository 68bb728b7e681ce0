import { ANY_OTHER_CURRENCY, type LimitAmounts } from "#lib/contracts/team/limits.ts";

/** The currency as limits and spending use it, so that another spelling cannot bypass a limit. */
export function limitCurrency(currency: string): string {
  return currency.trim().toUpperCase();
}

export type LimitRow = LimitAmounts & { memberId: string | null; role: string | null; currency: string };
/** Whose limit it is. */
export type Spender = { id: string; role: string };

/** For currencies without a limit of whoever is limited at all: every order needs approval. */
const ASKS: LimitAmounts = { perOrder: 0, perDay: null, perMonth: null };

/**
 * What somebody may spend in a currency, among all limits of an environment: their own limits in it, otherwise those of their role,
 * otherwise those for any other currency. Null: nothing limits them in any.
 */
export function limitAmong(rows: readonly LimitRow[], spender: Spender, wanted: string): LimitAmounts | null {
  const theirs = rows.filter((row) => row.memberId === spender.id || row.role === spender.role);
  const of = (code: string) => ownFirst(theirs.filter((row) => row.currency === code));
  const limit = of(limitCurrency(wanted)) ?? of(ANY_OTHER_CURRENCY);
  return limit ?? (theirs.length === 0 ? null : ASKS);
}

function ownFirst(rows: readonly LimitRow[]): LimitRow | undefined {
  return rows.find((row) => row.memberId !== null) ?? rows[0];
}
