import { and, isNotNull, not, or, sql } from "drizzle-orm";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";

/**
 * The drafts that somebody still needs: those with lines or texts, and empty ones with a name, unless they are empty because
 * their lines were ordered. An empty draft that is shared stays, because the team may go on with it. None is removed: a tab that
 * shows it can be typed into, and the lines of a rejected order return to it.
 */
export function neededDrafts() {
  const { draft, id, name, shared } = drafts;
  const texts = sql`concat(${draft}->>'externalOrderCode', ${draft}->>'note', ${draft}->>'purchaseOrder', ${draft}->>'tags')`;
  const hasContent = sql`(jsonb_array_length(${draft}->'lines') > 0 or ${texts} ~ '[^[:space:]]')`;
  const wasOrdered = sql`exists (select 1 from ${orderedDraftLines} where ${orderedDraftLines.draftId} = ${id})`;
  return or(hasContent, and(isNotNull(name), or(shared, not(wasOrdered))));
}
