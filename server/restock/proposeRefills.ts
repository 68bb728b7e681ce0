import "server-only";
import { randomUUID } from "node:crypto";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { beginRun } from "./beginRun.ts";
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
    for (let from = 0; from < own.length; from += MAX_LINES)
      await proposeTo(program, own.slice(from, from + MAX_LINES));
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
    const lines: TypedLine[] = [];
    for (const { situated, quantity, price } of proposals) {
      const { rule, productName } = situated;
      const lineId = randomUUID();
      const run = { at: now, mode: "propose" as const, quantity, price, draftId, lineId, endedAt: now };
      if ((await beginRun(tx, rule, run)) === null) continue;
      lines.push(lineOf(situated, lineId, quantity));
      await recordAudit(tx, {
        at: now,
        environment,
        memberId: ownerId,
        action: "restock-rule.proposed",
        details: { productId: rule.productId, productName, quantity, draftId },
      });
    }
    if (lines.length === 0) return;
    const name = `Restock ${dayOf(now, "UTC")}`;
    const draft = { ...EMPTY_DRAFT, lines };
    await tx
      .insert(drafts)
      .values({ id: draftId, memberId: ownerId, environment, name, draft, version: 1, savedAt: now });
  });
}

function lineOf({ rule, currency }: SituatedRule, id: string, quantity: number): TypedLine {
  const { productId, amount: minor } = rule;
  const amount = minor === null ? "" : toMajorText(minor, currency ?? "");
  return { id, productId, amount, quantity: String(quantity), countryCode: "" };
}
