import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";

/**
 * Adds lines at the end of a draft in one edit, so that one undo removes them again. A line whose id is already in the draft gets
 * a new one, because an id identifies one purchase (docs/decisions/0011-drafts.md). `rest`: the lines that no longer fit, because
 * a draft has at most `MAX_LINES`; show them on the screen, so that nothing is dropped silently.
 */
export function appendLines(
  draft: OrderDraft,
  lines: readonly TypedLine[],
): { draft: OrderDraft; rest: TypedLine[] } {
  const room = Math.max(0, MAX_LINES - draft.lines.length);
  const known = new Set(draft.lines.map(({ id }) => id));
  const fitting = lines.slice(0, room).map((line) => {
    const added = known.has(line.id) ? { ...line, id: newUuid() } : line;
    known.add(added.id);
    return added;
  });
  if (fitting.length === 0) return { draft, rest: [...lines] };
  return { draft: { ...draft, lines: [...draft.lines, ...fitting] }, rest: lines.slice(room) };
}
