import { join } from "node:path";
import { childEnvironment } from "#server/config/env.ts";
import { orders } from "#server/db/schema/orders.ts";
import { asOperator } from "#scripts/launch/operator.ts";
import type { Supervisor } from "#scripts/launch/processes/supervisor.ts";
import { newProgress, readProgress, writeProgress } from "./progress.ts";

/** Whether nothing is left to do for the history of the demo in this directory. */
export function isHistoryDone(dataDir: string): boolean {
  return readProgress(dataDir)?.done === true;
}

/**
 * Makes the demo's history of two months at its first start with an empty ledger, and resumes after a start that was killed. Does
 * nothing if the ledger already has orders. Nothing else may use the sandbox's directory meanwhile.
 */
export async function ensureHistory(
  supervisor: Supervisor,
  databaseUrl: string,
  dataDir: string,
): Promise<void> {
  const begun = readProgress(dataDir);
  if (begun?.done === true) return;
  const isEmpty = await asOperator(databaseUrl, async ({ db }) => (await db.$count(orders)) === 0);
  if (begun === null && !isEmpty) return writeProgress(dataDir, { ...newProgress(Date.now()), done: true });
  // With an empty ledger, the recorded progress belongs to another database, or no order has been placed yet.
  if (begun === null || isEmpty) writeProgress(dataDir, newProgress(Date.now()));
  console.error("Creating two months of history for the demo: a few seconds, only at the first start.");
  const code = await supervisor.finish({
    name: "history",
    command: process.execPath,
    args: [
      "--conditions=react-server",
      "--disable-warning=ExperimentalWarning",
      join("scripts", "demo", "makeHistory.ts"),
    ],
    env: childEnvironment(
      { NODE_ENV: "production", DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      { withoutConfiguration: true },
    ),
    output: "file",
  });
  if (code === 0) return;
  console.error(
    `The history of the demo could not be completed (see ${join(dataDir, "logs", "history.log")}); the demo starts with an incomplete one.`,
  );
  const left = readProgress(dataDir);
  if (left !== null) writeProgress(dataDir, { ...left, done: true });
}
