import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { judgeRun, shareOf, type Equivalent, type Mutant } from "#scripts/mutation/judge.ts";
import { printJudgement } from "#scripts/mutation/print.ts";
import { tryMutants } from "#scripts/mutation/stryker.ts";
import { targetOf, type Target } from "#scripts/mutation/targets.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

/** The lowest mutation score that passes, in percent. */
const LOWEST_SCORE = 90;

const equivalentsFileSchema = z.array(
  z.strictObject({
    file: z.string(),
    source: z.string(),
    from: z.string(),
    to: z.string(),
    why: z.string().min(1),
  }),
);

/**
 * Breaks the rules of orders, or the sandbox, in every small way, one at a time, and reports which mutants their tests do not
 * notice (docs/mutation.md). `npm run test:mutation -- transition.ts` tests only this file, `-- sandbox` the sandbox, and
 * `MUTATION_WORKERS=1` uses only one core.
 */
await runCommand(async (args) => {
  const { target, names } = targetOf(args);
  const judgement = judgeRun(await mutantsOf(target, names), readEquivalents());
  printJudgement(judgement);
  const score = shareOf(judgement.total);
  const isEnough = score >= LOWEST_SCORE && judgement.stale.length === 0;
  console.log(
    `\n${isEnough ? "ok    " : "FAILED"} mutation score of ${target.folder}: ${score.toFixed(1)} % (at least ${LOWEST_SCORE} % is required)`,
  );
  return isEnough ? 0 : 1;
});

async function mutantsOf(target: Target, names: string[]): Promise<Mutant[]> {
  // Outside of the source tree, so that nothing is written into it.
  const folder = mkdtempSync(join(tmpdir(), "codedesk-mutation-"));
  try {
    return await tryMutants({ target, folder, names, workers: workersFrom(process.env.MUTATION_WORKERS) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readEquivalents(): Equivalent[] {
  return equivalentsFileSchema.parse(JSON.parse(readFileSync("scripts/mutation/equivalent.json", "utf8")));
}

function workersFrom(wanted: string | undefined): number {
  return wanted !== undefined && /^[1-9]\d?$/.test(wanted) ? Number(wanted) : availableParallelism();
}
