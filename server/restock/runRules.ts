import "server-only";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import { decideRefill } from "#lib/restock/refill.ts";
import { problemMessage } from "#lib/restock/problemWords.ts";
import type { Program } from "#server/context/context.ts";
import { clearProblem, noteProblem } from "./noteProblem.ts";
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
  const { rules, open } = await readSituations(program, environment);
  const proposals: Proposal[] = [];
  for (const situated of rules) {
    const run = open.get(situated.rule.id);
    if (run !== undefined) {
      // What it has begun comes first; then its position is another.
      if (program.holdsOrders !== true) await finishRun(program, situated, run);
      continue;
    }
    const proposal = await act(program, situated);
    if (proposal !== null) proposals.push(proposal);
  }
  await proposeRefills(program, proposals);
}

/** What one rule has to do, except what it proposes, which is returned. */
async function act(program: Program, situated: SituatedRule): Promise<Proposal | null> {
  const { rule, situation } = situated;
  if (!situated.isOwnerAllowed) {
    await noteProblem(program, situated, "owner", problemMessage("owner", situated, null));
    return null;
  }
  const refill = decideRefill(rule, situation);
  if (refill.kind === "enough") {
    await forgetTold(program, rule);
    await clearProblem(program, rule);
    return null;
  }
  if (rule.mode === "tell") {
    await clearProblem(program, rule);
    await tellOwner(program, situated);
    return null;
  }
  if (refill.kind === "unable") {
    await noteProblem(
      program,
      situated,
      refill.problem,
      problemMessage(refill.problem, situated, refill.price),
    );
    return null;
  }
  if (rule.mode === "propose") {
    await clearProblem(program, rule);
    return situated.isDeclinedToday ? null : { situated, ...refill };
  }
  if (situated.isDeclinedToday) {
    if (rule.problem === null)
      await noteProblem(program, situated, "refused", problemMessage("refused", situated, null));
    return null;
  }
  // After a restore, orders that are not in the ledger may exist: nothing is ordered before the operator says so.
  if (isApproved(rule) && program.holdsOrders !== true) await orderRefill(program, situated, refill);
  return null;
}
