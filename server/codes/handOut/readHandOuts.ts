import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { CodeSettings } from "#lib/contracts/codes/codes.ts";
import { MOST_HAND_OUTS, type HandOuts, type ReadHandOutsRequest } from "#lib/contracts/codes/handOut.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { currentCodeSettings, requireReason } from "#server/codes/codeSettings.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { countedWith } from "#server/codes/countedWith.ts";
import { requireRelease } from "#server/codes/requireRelease.ts";
import { lockReveals, spendRevealBudget } from "#server/codes/revealBudget.ts";
import type { Transaction } from "#server/db/connect.ts";
import { readRow } from "#server/orders/ledger/ledgerRow.ts";
import { isOfCustomer } from "./isOfCustomer.ts";
import { showHandOuts } from "./showHandOuts.ts";

/**
 * Shows again what was handed to a customer: for a member who lost the answer, and for later questions. Audited and counted like
 * a reveal. What others have handed out takes the same release, or a member could see any number of codes by their customers.
 * @throws as `takeCodes`, and AppError `release-required`.
 */
export async function readHandOuts(request: MemberRequest, input: ReadHandOutsRequest): Promise<HandOuts> {
  requirePermission(request, "codes.reveal");
  await requireRecentSignIn(request);
  const settings = await currentCodeSettings(request.db);
  const reason = requireReason(settings, input.reason);
  const { environment, actor, clock } = request;
  const ids = await request.db.transaction(async (tx) => {
    const rows = await handedTo(tx, request, input);
    const released = await findReleases(tx, request, rows, settings);
    const unreleased = rows.filter(({ orderRow }) => !released.has(orderRow));
    if (unreleased.length > 0) await spendRevealBudget(tx, request, unreleased.length);
    for (const [orderRow, { length: count }] of Map.groupBy(rows, (row) => row.orderRow)) {
      const release = released.get(orderRow);
      await recordAudit(tx, {
        at: clock.now(),
        environment,
        actorId: actor.id,
        action: "codes.hand-out-read",
        orderRow,
        details: {
          count,
          customerReference: input.customerReference,
          reason,
          ...(release === undefined ? {} : { release }),
        },
      });
    }
    return rows.map(({ id }) => id);
  });
  return showHandOuts(request, ids);
}

type HandedOut = Pick<typeof codeHandOuts.$inferSelect, "id" | "orderRow" | "index" | "takenBy">;

/** What was handed to the customer, the latest first. */
function handedTo(
  tx: Transaction,
  { environment }: MemberRequest,
  { customerReference }: ReadHandOutsRequest,
): Promise<HandedOut[]> {
  const { id, orderRow, index, takenBy, takenAt } = codeHandOuts;
  return tx
    .select({ id, orderRow, index, takenBy })
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.environment, environment), isOfCustomer(customerReference)))
    .orderBy(desc(takenAt))
    .limit(MOST_HAND_OUTS);
}

/**
 * The releases, by order, that showing these codes requires. A member, and whoever made their service token, have seen those that
 * they handed out themselves: they require none.
 * @throws AppError `release-required`, which names the order.
 */
async function findReleases(
  tx: Transaction,
  request: MemberRequest,
  rows: readonly HandedOut[],
  settings: CodeSettings,
): Promise<Map<string, string>> {
  await lockReveals(tx);
  const own = await countedWith(tx, request.actor.id);
  const ofOthers = rows.filter(({ takenBy }) => !own.includes(takenBy));
  const released = new Map<string, string>();
  for (const orderRow of new Set(ofOthers.map((row) => row.orderRow))) {
    const order = await readRow(tx, orderRow);
    if (order === null) continue;
    const places = rows.flatMap((row) => (row.orderRow === orderRow ? row.index : []));
    const [first, last] = [Math.min(...places), Math.max(...places)];
    const chosen = { first: first + 1, count: last - first + 1 };
    const askedOn = `on the page of order ${referenceOf(order)}`;
    const about = { further: ofOthers.length, isFile: false, askedOn };
    const release = await requireRelease(tx, request, order, chosen, settings, about);
    if (release !== null) released.set(orderRow, release);
  }
  return released;
}
