import "server-only";
import type { Exposure, HandOuts, TakeCodesRequest } from "#lib/contracts/codes/handOut.ts";
import { counted } from "#lib/text/counts.ts";
import { recordAudit } from "#server/audit/record.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { lockReveals, spendRevealBudget } from "#server/codes/revealBudget.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { admitHandOut } from "./admitHandOut.ts";
import { chooseUnused, orderInDoubt } from "./nextUnused.ts";
import { showHandOuts } from "./showHandOuts.ts";
import { takenBefore, type Taken } from "./takenBefore.ts";
import { undoHandOuts } from "./undoHandOuts.ts";

/**
 * Hands out the next codes of a product to a customer, and shows them: those that nobody has seen first, and others only if the request
 * accepts as many of them (`exposed`). Who took which code is committed before anything is
 * shown, so that no code is given twice and none is lost, whatever happens afterwards: the same `takeId`, or the customer's
 * reference, shows it again. Codes that the service no longer lists cannot be shown and are not handed out, unless somebody has seen
 * them before, so there may be fewer than requested.
 * @throws AppError `forbidden`; `reauthentication-required`; `validation` (no reason); `conflict` (too few are left, none could
 * be shown, or the `takeId` took something else); `exposed-codes`; `release-required`; `too-many`; or the failure of the service's call.
 */
export async function takeCodes(request: MemberRequest, input: TakeCodesRequest): Promise<HandOuts> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
  const settings = await currentCodeSettings(request.db);
  const reason = requireReason(settings, input.reason);
  const ids = await request.db.transaction(async (tx) => {
    // The lock serialises concurrent requests over all instances. Without it, the unique indexes would still refuse a second hand-out.
    await lockReveals(tx);
    const before = await takenBefore(tx, request, input);
    const isRepeated = before.length > 0;
    if (isRepeated) await spendRevealBudget(tx, request, input.count);
    const release = isRepeated ? null : await admitHandOut(tx, request, input.count, settings);
    const taken = isRepeated ? before : await take(tx, request, input);
    for (const [orderRow, ofOrder] of Map.groupBy(taken, (each) => each.orderRow)) {
      const exposed = ofOrder.filter(({ isExposed }) => isExposed === true).length;
      await recordAudit(tx, {
        at: request.clock.now(),
        environment: request.environment,
        actorId: request.actor.id,
        action: isRepeated ? "codes.hand-out-read" : "codes.handed-out",
        orderRow,
        details: {
          count: ofOrder.length,
          ...(exposed === 0 ? {} : { exposed }),
          customerReference: input.customerReference,
          reason,
          ...(release === null ? {} : { release }),
        },
      });
    }
    return taken.map(({ id }) => id);
  });
  const shown = await showHandOuts(request, ids);
  const lost = shown.items.filter(({ fields }) => fields === null);
  const left = lost.length === 0 ? null : await undoHandOuts(request, input.takeId, lost);
  const items = shown.items.filter(({ id, fields }) => fields !== null || left?.has(id) === true);
  if (items.length === 0) {
    throw new AppError(
      "conflict",
      "The service no longer lists these codes, so nothing was handed out. Try again to get others.",
    );
  }
  return { items };
}

async function take(tx: Transaction, request: MemberRequest, input: TakeCodesRequest): Promise<Taken[]> {
  const { productId, count, customerReference, takeId } = input;
  const { environment, actor, clock } = request;
  const chosen = await chooseUnused(tx, request, { productId, count });
  const exposed = chosen.filter(({ exposure }) => exposure !== "untouched");
  if (chosen.length < count) {
    const inDoubt = await orderInDoubt(tx, request, productId);
    throw new AppError("conflict", inDoubt === null ? tooFew(chosen.length) : doubt(inDoubt));
  }
  if (exposed.length > input.exposed) throw seenBefore(chosen);
  const taken = await tx
    .insert(codeHandOuts)
    .values(
      chosen.map(({ exposure: _, ...code }) => ({
        ...code,
        environment,
        productId,
        customerReference,
        takeId,
        state: "handed_out" as const,
        takenBy: actor.id,
        takenAt: clock.now(),
        shownAt: null,
      })),
    )
    .returning({
      id: codeHandOuts.id,
      orderRow: codeHandOuts.orderRow,
      fingerprint: codeHandOuts.fingerprint,
    });
  const ofExposed = new Set(exposed.map(({ fingerprint }) => fingerprint.toString("hex")));
  return taken.map(({ fingerprint, ...row }) => ({
    ...row,
    isExposed: ofExposed.has(fingerprint.toString("hex")),
  }));
}

function seenBefore(chosen: readonly { exposure: Exposure }[]): AppError {
  const counts = { untouched: 0, revealed: 0, exported: 0 };
  for (const { exposure } of chosen) counts[exposure] += 1;
  const { untouched, revealed, exported } = counts;
  const seen = [
    ...(revealed === 0 ? [] : [counted(revealed, "was revealed", "were revealed")]),
    ...(exported === 0 ? [] : [counted(exported, "was exported", "were exported")]),
  ].join(" and ");
  const said =
    untouched === 0 ? "No untouched code" : `Only ${counted(untouched, "untouched code", "untouched codes")}`;
  return new AppError(
    "exposed-codes",
    `${said} of this product ${untouched > 1 ? "are" : "is"} left: ${seen} before, so somebody else may have ${revealed + exported === 1 ? "it" : "them"}.`,
    { exposed: counts },
  );
}

function tooFew(left: number): string {
  return left === 0
    ? "No unused codes of this product are left. Order more."
    : `Only ${counted(left, "unused code of this product is", "unused codes of this product are")} left. Hand out fewer, or order more.`;
}

function doubt(reference: string): string {
  return `Codes of order ${reference} have changed since some were handed out. Compare them with what the customers got, then dismiss the order to hand out the others.`;
}
