import "server-only";
import { and, eq } from "drizzle-orm";
import { linesAgain, textsAgain } from "#lib/orders/drafts/orderAgain.ts";
import { permits } from "#lib/members/roles.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { absentMember } from "#server/context/absentMember.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { writeOpenedDraft } from "./openDraft.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Puts the lines of an order that is being declined into the draft of it that whoever confirmed it has, so that they can change them.
 * @throws AppError `conflict` if nobody could: a program confirmed it, or a member who can't order any more.
 */
export async function returnToRequester(request: MemberRequest, order: OrderRow): Promise<void> {
  const requester = await requesterOf(request, order);
  if (requester === null)
    throw new AppError(
      "conflict",
      "Nobody could change it: a program confirmed it, or a member who can't place orders any more. Decline it instead.",
    );
  const lines = linesAgain({ lines: order.lines, currency: order.currency });
  const texts = textsAgain({ ...order, state: "declined" }, "copy");
  await writeOpenedDraft(requester, { origin: referenceOf(order), ...texts, lines });
}

async function requesterOf(
  request: MemberRequest,
  { placedBy, automation }: OrderRow,
): Promise<MemberRequest | null> {
  if (placedBy === null || automation !== null) return null;
  const [token] = await request.db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(and(eq(accessTokens.memberId, placedBy), eq(accessTokens.kind, "service")))
    .limit(1);
  if (token !== undefined) return null;
  const member = await absentMember(request, { memberId: placedBy, environment: request.environment });
  return member !== null && permits(member, "orders.place") ? { ...request, actor: member } : null;
}
