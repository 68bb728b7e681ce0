import "server-only";
import { eq, sql } from "drizzle-orm";
import { changedLines, type ConfirmedLine } from "#lib/orders/drafts/draftConfirmation.ts";
import { AppError } from "#server/context/errors.ts";
import { orderedDraftLines, orders } from "#server/db/schema/orders.ts";
import { PASS, refuse, type Intent, type Rule } from "./rule.ts";

/**
 * Refuses lines that are already part of another order, or differ from the stored draft that the person saw. The draft itself is locked
 * before all rules.
 */
export const unchangedDraft: Rule = {
  concerns: (_, { draft }) => draft !== undefined,
  locks: () => [],
  decide: async (tx, intent) => {
    if (intent.draft === null) return PASS;
    const confirmed = confirmedLines(intent);
    const lineIds = confirmed.map(({ lineId }) => lineId);
    const known = await tx
      .select({ lineId: orderedDraftLines.lineId, reference: orders.externalOrderCode })
      .from(orderedDraftLines)
      .innerJoin(orders, eq(orders.id, orderedDraftLines.orderRow))
      .where(sql`${orderedDraftLines.lineId} = any(${sql.param(lineIds)}::uuid[])`);
    if (known.length > 0) return refuse(alreadyOrdered(confirmed, known));
    const changed = changedLines(intent.draft.draft, confirmed);
    return changed.length === 0 ? PASS : refuse(changedElsewhere(confirmed, changed));
  },
};

function confirmedLines({ lines, input }: Intent): ConfirmedLine[] {
  return lines.map(({ checked }, index) => ({ ...checked, lineId: input.lines[index]?.lineId ?? "" }));
}

function changedElsewhere(confirmed: readonly ConfirmedLine[], changed: readonly number[]): AppError {
  return new AppError(
    "conflict",
    "This draft was changed elsewhere after you opened the review. Nothing was sent. Review the order again.",
    {
      conflict: "draft-changed",
      lines: changed.map((index) => ({
        index,
        productId: confirmed[index]?.productId ?? 0,
        message: "This line was changed or removed in another tab.",
      })),
    },
  );
}

function alreadyOrdered(
  confirmed: readonly ConfirmedLine[],
  known: readonly { lineId: string; reference: string | null }[],
): AppError {
  const orderOf = new Map(known.map(({ lineId, reference }) => [lineId, reference ?? ""]));
  const lines = confirmed.flatMap(({ lineId, productId }, index) => {
    const reference = orderOf.get(lineId);
    return reference === undefined
      ? []
      : [{ index, productId, message: `This line was already ordered: ${reference}.` }];
  });
  const references = [...new Set(orderOf.values())];
  return new AppError(
    "conflict",
    `These lines were already ordered: ${references.join(", ")}. Nothing was sent again.`,
    { conflict: "lines-ordered", existingReference: references[0] ?? "", lines },
  );
}
