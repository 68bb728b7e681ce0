import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";

/** What a template keeps of a draft: not the order reference, which belongs to one order, and not what tells which lines and rows of tables its lines are. */
export function templateContent({ externalOrderCode: _code, lines, ...texts }: OrderDraft) {
  return { ...texts, lines: lines.map(({ id: _id, rows: _rows, ...line }) => line) };
}
