import "server-only";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import { decideRefill } from "#lib/restock/refill.ts";
import { problemMessage } from "#lib/restock/problemWords.ts";
import type { Program } from "#server/context/context.ts";
import { clearProblem, noteProblem, type Troubled } from "./noteProblem.ts";
import { noteViews } from "./noteViews.ts";
import { finishRun, orderRefill } from "./orderRefill.ts";
import { proposeRefills, type Proposal } from "./proposeRefills.ts";
import { readSituations, type SituatedRule } from "./readSituations.ts";
import { isApproved } from "./ruleRows.ts";
import { forgetTold, tellOwner } from "./tellOwner.ts";

/** Has all restock rules do what they have to do now. Whatever runs at the same moment, one occasion is acted on once. */
export async function runRestockRules(program: Program): Promise<void> {
  for (const environment of environmentSchema.options) {
    if (program.services[environment] !== undefined) await runRulesOf(program, environment);
  }
}

/** The same for one environment. */
export async function runRulesOf(program: Program, environment: Environment): Promise<void> {
  const { rules, open, views } = await readSituations(program, environment);
  await noteViews(program, views, rules);
  // What was begun comes first; then the position of its product is another.
  if (program.holdsOrders !== true) for (const begun of open) await finishRun(program, begun);
  const busy = new Set(open.map(({ productId }) => productId));
  const proposals: Proposal[] = [];
  for (const situated of rules) {
    if (busy.has(situated.productId)) continue;
    const proposal = await act(program, situated);
    if (proposal !== null) proposals.push(proposal);
  }
  await proposeRefills(program, proposals);
}

/** What one rule has to do for one product, except what it proposes, which is returned. */
async function act(program: Program, situated: SituatedRule): Promise<Proposal | null> {
  const { rule, situation, tally } = situated;
  const unable = (problem: RestockProblem, price: number | null = null) =>
    noteProblem(program, situated, problem, problemMessage(problem, situated, price));
  if (!situated.isOwnerAllowed) {
    // A view's rule says so once, and not for each of its products.
    if (rule.productId === null) await noteProblem(program, asWhole(situated), "owner", OWNER_WORDS);
    else await unable("owner");
    return null;
  }
  const refill = decideRefill(rule, { ...situation, spentToday: tally.spentToday });
  if (refill.kind === "enough") {
    await forgetTold(program, situated);
    await clearProblem(program, situated);
    return null;
  }
  if (rule.mode === "tell") {
    await clearProblem(program, situated);
    await tellOwner(program, situated);
    return null;
  }
  if (refill.kind === "unable") {
    await unable(refill.problem, refill.price);
    return null;
  }
  if (rule.mode === "propose") {
    await clearProblem(program, situated);
    if (situated.isDeclinedToday) return null;
    tally.spentToday += refill.quantity * refill.price;
    return { situated, ...refill };
  }
  if (situated.isDeclinedToday) {
    if (situated.problem === null) await unable("refused");
    return null;
  }
  // After a restore, orders that are not in the ledger may exist: nothing is ordered before the operator says so.
  if (isApproved(rule) && program.holdsOrders !== true) await orderRefill(program, situated, refill);
  return null;
}

const OWNER_WORDS = problemMessage(
  "owner",
  { rule: { highestPrice: null, mostPerDay: null }, currency: null },
  null,
);

function asWhole({ rule }: SituatedRule): Troubled {
  return { rule, productId: null, productName: null, problem: rule.problem };
}
