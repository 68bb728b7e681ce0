import "server-only";
import { counted } from "#lib/text/counts.ts";
import type { Program } from "#server/context/context.ts";
import { commitEvent } from "#server/orders/ledger/commitEvent.ts";
import { withClaim } from "#server/orders/worker/withClaim.ts";

/**
 * Declines an order on which nobody has decided in time: it was never sent, and never will be (docs/architecture.md#invariants, 19). A
 * decision that a member makes at the same moment counts if it was first; false then.
 * @param hours after how many it lapses.
 */
export async function lapseOrder(program: Program, id: string, hours: number): Promise<boolean> {
  const after = await withClaim(program, id, async (claimed) => {
    if (claimed.state !== "awaiting_approval") return null;
    const reason = `Nobody decided on it within ${waitInWords(hours)}.`;
    const details = { lapsed: true, reason };
    return commitEvent(program, claimed, { event: { kind: "ended", verb: "decline" }, details });
  });
  return after?.state === "declined";
}

function waitInWords(hours: number): string {
  return hours % 24 === 0 ? counted(hours / 24, "day", "days") : counted(hours, "hour", "hours");
}
