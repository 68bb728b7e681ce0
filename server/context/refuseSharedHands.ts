import "server-only";
import { DAY, type Instant } from "#lib/time/instant.ts";
import { counted } from "#lib/text/counts.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { Actor, MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";
import { DEFAULT_ACCOUNT_WAIT_MS, handsOf, type Hold } from "./handsOf.ts";
import { refuseCovered } from "./refuseCovered.ts";

type IsFree = (memberId: string) => Promise<boolean>;
type Decider = Pick<MemberRequest, "clock" | "accountWaitMs"> & { actor: Pick<Actor, "id"> };

/**
 * Refuses a decision if the account that decides and one that asks may be in the same person's hands: the asking member made the
 * deciding account, the deciding member the asking one, or somebody both (docs/decisions/0026-accounts-in-others-hands.md); also if the
 * one that decides stands in for the other (docs/decisions/0034-cover-and-orders-that-wait.md).
 * @param asking whoever asks for the decision.
 * @param options.isFree whether a member may do what is asked for without a decision, so that having both accounts gains them nothing; absent: nobody.
 * @param options.askedAt since when it waits for the decision; absent: now.
 * @throws AppError `forbidden`.
 */
export async function refuseSharedHands(
  request: Decider,
  db: Database | Transaction,
  asking: readonly string[],
  { isFree = nobodyIsFree, askedAt }: { isFree?: IsFree; askedAt?: Instant } = {},
): Promise<void> {
  const { actor } = request;
  const now = request.clock.now();
  const deciding = await handsOf(request, db, actor.id);
  for (const asker of asking.filter((id) => id !== actor.id)) {
    const hands = await handsOf(request, db, asker);
    await refuseCovered(db, { deciding, asking: hands }, { since: askedAt ?? now, now }, isFree);
    for (const [id, hold] of deciding) {
      const other = hands.get(id);
      // What one of those who ask may do alone would not have been asked for.
      if (other === undefined || (id !== asker && (await isFree(id)))) continue;
      throw refusal(request, { relation: relationOf(id, actor.id, asker), holds: [hold, other] });
    }
  }
}

/** For limits: an account that somebody made spends what they may at most, so they gain nothing by raising its limit. */
export function everybodyIsFree(): Promise<boolean> {
  return Promise.resolve(true);
}

function nobodyIsFree(): Promise<boolean> {
  return Promise.resolve(false);
}

type Relation = "asker-made-decider" | "decider-made-asker" | "both-made";

function relationOf(id: string, decider: string, asker: string): Relation {
  if (id === asker) return "asker-made-decider";
  return id === decider ? "decider-made-asker" : "both-made";
}

const MADE: Record<Relation, string> = {
  "asker-made-decider": "The member who asks for this added, invited or reset your account",
  "decider-made-asker": "You added, invited or reset the account that asks for this",
  "both-made": "The same member added, invited or reset your account and the one that asks for this",
};
const OWN = "a new password, or a second factor added,";
const WHAT_TO_DO: Record<Relation, string> = {
  "asker-made-decider": `It needs ${OWN} from a browser in which that member has not signed in: do that under Settings, Account.`,
  "decider-made-asker": `It needs ${OWN} by its owner, from a browser in which you have not signed in.`,
  "both-made": `Each needs ${OWN} by its owner, from a browser in which that member has not signed in.`,
};

function refusal(
  { accountWaitMs = DEFAULT_ACCOUNT_WAIT_MS }: Decider,
  { relation, holds }: { relation: Relation; holds: [decider: Hold, asker: Hold] },
): AppError {
  // Each member's own account counts as recent, so the other one decides.
  const [ofDecider, ofAsker] = holds;
  const made = { "asker-made-decider": [ofDecider], "decider-made-asker": [ofAsker], "both-made": holds };
  const days = Math.ceil(accountWaitMs / DAY);
  if (made[relation].includes("recent")) {
    return new AppError(
      "forbidden",
      `${MADE[relation]} less than ${counted(days, "day", "days")} ago. Another member has to decide.`,
    );
  }
  return new AppError("forbidden", `${MADE[relation]}. ${WHAT_TO_DO[relation]} Or another member decides.`);
}
