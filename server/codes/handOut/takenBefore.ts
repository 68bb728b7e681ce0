import "server-only";
import { and, eq } from "drizzle-orm";
import type { TakeCodesRequest } from "#lib/contracts/codes/handOut.ts";
import { counted } from "#lib/text/counts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { isOfCustomer } from "./isOfCustomer.ts";
import { countUndone } from "./undoHandOuts.ts";

export type Taken = {
  id: string;
  orderRow: string;
  /** It was revealed or exported before it was handed out; undefined: not asked again. */
  isExposed?: boolean;
};

/**
 * The hand-outs that the same `takeId` has made before.
 * @throws AppError `conflict` if it asked for something else then: those codes, shown again, would be given to another customer.
 */
export async function takenBefore(
  tx: Transaction,
  request: MemberRequest,
  { takeId, productId, count, customerReference }: TakeCodesRequest,
): Promise<Taken[]> {
  const rows = await tx
    .select({
      id: codeHandOuts.id,
      orderRow: codeHandOuts.orderRow,
      takenBy: codeHandOuts.takenBy,
      productId: codeHandOuts.productId,
      customerReference: codeHandOuts.customerReference,
      isTheirs: isOfCustomer(customerReference),
    })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.takeId, takeId), eq(codeHandOuts.environment, request.environment)));
  const [first] = rows;
  const { undone, takenBack } =
    rows.length < count ? await countUndone(tx, request, takeId) : { undone: 0, takenBack: 0 };
  if (first === undefined && takenBack === 0) return [];
  // A request that arrives once more after somebody undid it hands out nothing.
  if (first === undefined)
    throw new AppError("conflict", "This hand-out was undone. To hand out codes, start again.");
  if (rows.some(({ takenBy }) => takenBy !== request.actor.id))
    throw new AppError("conflict", "Another member has taken these codes. Nothing was handed out.");
  const isAsMany = rows.length <= count && rows.length + undone + takenBack >= count;
  if (first.productId !== productId || !isAsMany || !first.isTheirs) {
    const were = counted(rows.length, "code was", "codes were");
    throw new AppError(
      "conflict",
      `${were} already handed out to ${first.customerReference}, before you changed the request. To see what they got, show the codes of this customer. To hand out others, start again.`,
    );
  }
  return rows;
}
