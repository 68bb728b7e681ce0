import "server-only";
import { sql } from "drizzle-orm";
import type { Suggestion } from "#lib/contracts/codes/lookUp.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { lookAlike, orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

const SUGGESTED = 3;
/** Shorter beginnings match too many orders. */
const SHORTEST_BEGINNING = 6;

/**
 * Orders of the ledger that a reference may have meant which is not in it: written in another case or with other separators, with
 * look-alike characters, cut off at the end, or surrounded by other words.
 */
export async function suggestOrders(
  { db, environment }: MemberRequest,
  references: readonly string[],
): Promise<Map<string, Suggestion[]>> {
  if (references.length === 0) return new Map();
  const asked = references.flatMap((reference, place) =>
    [reference, ...wordsOf(reference)].map((text) => ({ place, text })),
  );
  const { rows } = await db.execute<{ place: number; reference: string; state: OrderRow["state"] }>(sql`
    with asked as (
      select place, text, ${lookAlike(sql.raw("text"))} as alike
      from unnest(${sql.param(asked.map(({ place }) => place))}::int[], ${sql.param(asked.map(({ text }) => text))}::text[])
        as given(place, text)
    )
    select distinct asked.place, near.reference, near.state
    from asked cross join lateral (
      (select ${orders.externalOrderCode} as reference, ${orders.state} as state from ${orders}
        where ${orders.environment} = ${environment} and asked.alike <> '' and (
          ${lookAlike(orders.externalOrderCode)} = asked.alike
        ) limit ${SUGGESTED})
      union all
      (select ${orders.externalOrderCode}, ${orders.state} from ${orders}
        where ${orders.environment} = ${environment} and length(asked.alike) >= ${SHORTEST_BEGINNING}
          and ${lookAlike(orders.externalOrderCode)} ~>=~ asked.alike
          and ${lookAlike(orders.externalOrderCode)} ~<~ (asked.alike || chr(1114111))
        limit ${SUGGESTED})
      union all
      (select coalesce(${orders.externalOrderCode}, ${orders.orderId}), ${orders.state} from ${orders}
        where ${orders.environment} = ${environment} and ${orders.orderId} = asked.text limit 1)
    ) as near
    where near.reference is not null
    order by asked.place, near.reference`);
  const suggestions = new Map<string, Suggestion[]>();
  for (const { place, reference, state } of rows) {
    const typed = references[place] ?? "";
    const known = suggestions.get(typed) ?? [];
    if (known.length < SUGGESTED) suggestions.set(typed, [...known, { reference, state }]);
  }
  return suggestions;
}

/** The words of a reference with spaces in it, which may be several references or one with its name before it. */
function wordsOf(reference: string): string[] {
  const words = reference.split(/\s+/).filter((word) => word.length > 2);
  return words.length > 1 || words[0] !== reference ? words.slice(0, 5) : [];
}
