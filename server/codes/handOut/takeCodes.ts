import "server-only";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { HandOut, HandOuts, TakeCodesRequest } from "#lib/contracts/handOut.ts";
import { counted } from "#lib/text/counts.ts";
import { STATE_NAMES_WITH_CODES } from "./statesWithCodes.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { codeFingerprints, orders } from "#server/db/schema/orders.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { spendRevealBudget } from "#server/codes/revealBudget.ts";
import { DELIVERED_PRODUCT, IS_THERE, SAME_CODE } from "./deliveredProduct.ts";
import { isOfCustomer } from "./isOfCustomer.ts";
import { showHandOuts } from "./showHandOuts.ts";

/**
 * Hands the next unused codes of a product to a customer, and shows them. Who took which is committed before anything is shown, so
 * whatever happens afterwards, no code is given twice and none is lost: the same `takeId`, or the customer's reference, shows it again.
 * What the service does not list any more cannot be shown, and is not handed out: then there are fewer.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation` (no reason), `conflict` (too few are left, none could be shown, or the
 * `takeId` took something else), `too-many`, or the failure of the service's call.
 */
export async function takeCodes(request: MemberRequest, input: TakeCodesRequest): Promise<HandOuts> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
  const reason = requireReason(await currentCodeSettings(request.db), input.reason);
  const { ids, isFirst } = await request.db.transaction(async (tx) => {
    // The lock makes concurrent requests wait for each other, over all instances. Without it, the unique indexes would still refuse a second one.
    await spendRevealBudget(tx, request, input.count);
    const before = await takenBefore(tx, request, input);
    const taken = before.length > 0 ? before : await take(tx, request, input);
    const counts = new Map<string, number>();
    for (const { orderRow } of taken) counts.set(orderRow, (counts.get(orderRow) ?? 0) + 1);
    for (const [orderRow, count] of counts) {
      await recordAudit(tx, {
        at: request.clock.now(),
        environment: request.environment,
        actorId: request.actor.id,
        action: before.length > 0 ? "codes.hand-out-read" : "codes.handed-out",
        orderRow,
        details: { count, customerReference: input.customerReference, reason },
      });
    }
    return { ids: taken.map(({ id }) => id), isFirst: before.length === 0 };
  });
  const { items } = await showHandOuts(request, ids);
  if (!isFirst) return { items };
  const lost = items.filter(({ fields }) => fields === null);
  if (lost.length > 0) await undo(request, lost);
  if (lost.length === items.length) {
    throw new AppError(
      "conflict",
      "The service no longer lists these codes, so nothing was handed out. Try again to get others.",
    );
  }
  return { items: items.filter(({ fields }) => fields !== null) };
}

/** Nobody has seen these codes. They are marked as missing by now, so that nobody takes them again unless the service lists them again. */
async function undo(request: MemberRequest, lost: readonly HandOut[]): Promise<void> {
  await request.db.transaction(async (tx) => {
    const among = lost.map(({ id }) => id);
    const undone = await tx
      .delete(codeHandOuts)
      .where(inArray(codeHandOuts.id, among))
      .returning({ orderRow: codeHandOuts.orderRow, customerReference: codeHandOuts.customerReference });
    for (const [orderRow, codes] of Map.groupBy(undone, (code) => code.orderRow)) {
      await recordAudit(tx, {
        at: request.clock.now(),
        environment: request.environment,
        actorId: request.actor.id,
        action: "codes.hand-out-undone",
        orderRow,
        details: { count: codes.length, customerReference: codes[0]?.customerReference },
      });
    }
  });
}

type Taken = { id: string; orderRow: string };

/** What the same take has handed out, as long as it asks for the same: what is shown again would be given to somebody else. */
async function takenBefore(
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
  if (first === undefined) return [];
  if (rows.some(({ takenBy }) => takenBy !== request.actor.id))
    throw new AppError("conflict", "Another member has taken these codes. Nothing was handed out.");
  if (first.productId !== productId || rows.length !== count || !first.isTheirs) {
    const were = counted(rows.length, "code was", "codes were");
    throw new AppError(
      "conflict",
      `${were} already handed out to ${first.customerReference}, before you changed the request. To see what they got, show the codes of this customer. To hand out others, start again.`,
    );
  }
  return rows;
}

async function take(tx: Transaction, request: MemberRequest, input: TakeCodesRequest): Promise<Taken[]> {
  const { productId, count, customerReference, takeId } = input;
  const { environment, actor, clock } = request;
  const chosen = await nextUnused(tx, request, { productId, count });
  if (chosen.length < count) {
    throw new AppError(
      "conflict",
      chosen.length === 0
        ? "No unused code of this product is left. Order more."
        : `Only ${counted(chosen.length, "unused code", "unused codes")} of this product left. Take fewer, or order more.`,
    );
  }
  return tx
    .insert(codeHandOuts)
    .values(
      chosen.map((code) => ({
        ...code,
        environment,
        productId,
        customerReference,
        takeId,
        state: "handed_out" as const,
        takenBy: actor.id,
        takenAt: clock.now(),
      })),
    )
    .returning({ id: codeHandOuts.id, orderRow: codeHandOuts.orderRow });
}

type Unused = Pick<typeof codeFingerprints.$inferSelect, "orderRow" | "index" | "fingerprint">;

/** The next unused codes of a product, the oldest first, as many as there are. A code that was delivered several times counts as one. */
async function nextUnused(
  tx: Transaction,
  { environment }: MemberRequest,
  { productId, count }: Pick<TakeCodesRequest, "productId" | "count">,
): Promise<Unused[]> {
  const { orderRow, index, fingerprint } = codeFingerprints;
  // Nearly always enough; many codes may be the same.
  for (let limit = 2 * count; ; limit *= 10) {
    const rows = await tx
      .select({ orderRow, index, fingerprint })
      .from(codeFingerprints)
      .innerJoin(orders, eq(orders.id, orderRow))
      .leftJoin(codeHandOuts, SAME_CODE)
      .where(
        and(
          eq(orders.environment, environment),
          inArray(orders.state, STATE_NAMES_WITH_CODES),
          sql`${DELIVERED_PRODUCT} = ${productId}`,
          IS_THERE,
          isNull(codeHandOuts.id),
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id), asc(index))
      .limit(limit);
    const first = new Map<string, Unused>();
    for (const row of rows) {
      const text = row.fingerprint.toString("hex");
      if (!first.has(text)) first.set(text, row);
    }
    if (first.size >= count || rows.length < limit) return [...first.values()].slice(0, count);
  }
}
