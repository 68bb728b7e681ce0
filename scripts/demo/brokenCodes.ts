import { and, asc, desc, eq, gte, ne } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { changeClaimTerms } from "#server/claims/claimTerms.ts";
import { listClaims } from "#server/claims/listClaims.ts";
import { moveClaim } from "#server/claims/moveClaim.ts";
import { openClaim } from "#server/claims/openClaim.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { orders } from "#server/db/schema/orders.ts";
import { workingHour } from "./moments.ts";
import type { Play, Step } from "./step.ts";

/** Customers say that codes do not work: one was replaced by a code of a later order, one has not been sent to the supplier yet. */
export function brokenCodes(end: Instant): Step[] {
  const on = (daysAgo: number, hour: number, take: Step["take"]): Step => ({
    at: workingHour(end, daysAgo, hour),
    take,
  });
  return [
    on(9, 8, async (play) => changeClaimTerms(await play.as("admin"), { days: 14 })),
    on(9, 9, (play) => claim(play, 0, "Says “already redeemed”. Never used, with a picture of the till.")),
    on(6, 14, replaceFirst),
    on(3, 10, (play) => claim(play, 1, "Shop does not accept it.")),
  ];
}

/** Support claims the code of a hand-out, counted from the first. A step that is repeated finds the claim that it has made. */
async function claim(play: Play, place: number, said: string): Promise<void> {
  const support = await play.as("support");
  const { items } = await listClaims(support);
  if (items.length > place) return;
  const [handOut] = await play.program.db
    .select({ id: codeHandOuts.id })
    .from(codeHandOuts)
    .orderBy(asc(codeHandOuts.takenAt), asc(codeHandOuts.id))
    .offset(place)
    .limit(1);
  if (handOut !== undefined) await openClaim(support, { handOutId: handOut.id, said });
}

async function replaceFirst(play: Play): Promise<void> {
  const buyer = await play.as("buyer");
  const first = (await listClaims(buyer)).items.at(-1);
  if (first?.state !== "open") return;
  const [bringing] = await play.program.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, "completed"),
        eq(orders.environment, buyer.environment),
        gte(orders.delivered, 1),
        ne(orders.externalOrderCode, first.order),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (bringing === undefined) return;
  await moveClaim(buyer, { claimId: first.id, to: "replaced", order: referenceOf(bringing), number: 1 });
}
