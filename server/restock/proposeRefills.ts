import "server-only";
import { randomUUID } from "node:crypto";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { MAX_PRODUCTS } from "#lib/contracts/orders/orderLimits.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { recordAudits } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { beginRuns } from "./beginRun.ts";
import type { SituatedRule } from "./readSituations.ts";

/** A rule that proposes so many codes at a price. */
export type Proposal = { situated: SituatedRule; quantity: number; price: number };

/**
 * Makes one draft for each owner of all that their rules propose at the same moment: the draft, its lines and the runs of the rules in one
 * transaction, so that what is proposed is never proposed again.
 */
export async function proposeRefills(
  program: Pick<Program, "db" | "clock">,
  proposals: readonly Proposal[],
): Promise<void> {
  const byOwner = Map.groupBy(proposals, ({ situated }) => situated.rule.ownerId);
  for (const own of byOwner.values()) {
    for (let from = 0; from < own.length; from += MAX_PRODUCTS)
      await proposeTo(program, own.slice(from, from + MAX_PRODUCTS));
  }
}

async function proposeTo(
  { db, clock }: Pick<Program, "db" | "clock">,
  proposals: readonly Proposal[],
): Promise<void> {
  const [first] = proposals;
  if (first === undefined) return;
  const { ownerId, environment } = first.situated.rule;
  const now = clock.now();
  const draftId = randomUUID();
  await db.transaction(async (tx) => {
    const run = { at: now, mode: "propose" as const, draftId, endedAt: now };
    const asked = proposals.map(({ situated, quantity, price }) => ({
      situated,
      run: { ...run, quantity, price, lineId: randomUUID() },
    }));
    const lineIds = new Map((await beginRuns(tx, asked)).map((begun) => [begun.productId, begun.lineId]));
    // A product is in one proposal of a round at most.
    const taken = proposals.filter(({ situated }) => lineIds.has(situated.productId));
    const lines = taken.map(({ situated, quantity }) =>
      lineOf(situated, lineIds.get(situated.productId) ?? randomUUID(), quantity),
    );
    if (lines.length === 0) return;
    await recordAudits(
      tx,
      taken.map(({ situated: { productId, productName }, quantity }) => ({
        at: now,
        environment,
        memberId: ownerId,
        action: "restock-rule.proposed" as const,
        details: { productId, productName, quantity, draftId },
      })),
    );
    const name = `Restock ${dayOf(now, "UTC")}`;
    const draft = { ...EMPTY_DRAFT, lines };
    await tx
      .insert(drafts)
      .values({ id: draftId, memberId: ownerId, environment, name, draft, version: 1, savedAt: now });
  });
}

function lineOf({ rule, productId, currency }: SituatedRule, id: string, quantity: number): TypedLine {
  const { amount: minor } = rule;
  const amount = minor === null ? "" : toMajorText(minor, currency ?? "");
  return { id, productId, amount, quantity: String(quantity), countryCode: "" };
}
