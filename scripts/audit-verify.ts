import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { AuditVerification } from "#lib/contracts/auditVerification.ts";
import { counted } from "#lib/text/counts.ts";
import { parseAnchors, readAnchors, type Anchor } from "#server/audit/chain/anchors.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { childEnvironment, readLaunchSettings } from "#server/config/env.ts";
import { probeDatabase } from "#server/db/probe.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { auditAnchorFile, prepareDataDir } from "#scripts/stack/dataDir.ts";
import { startEmbedded } from "#scripts/stack/database/startEmbedded.ts";
import { asOperator } from "#scripts/stack/operator.ts";
import { loadDotEnv } from "#scripts/stack/programs.ts";

/** Verifies the hash chain of the audit log. `--anchors FILE`: a file of anchors, or a log, instead of the configured file. */
async function verify(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { anchors: { type: "string" } } });
  loadDotEnv();
  const { databaseUrl, dataDir } = readLaunchSettings();
  const configured = childEnvironment({ NODE_ENV: "production" }).AUDIT_ANCHOR_FILE;
  const kept = configured ?? (databaseUrl === null ? auditAnchorFile(dataDir) : null);
  const anchors = await anchorsOf(values.anchors, kept);
  if (databaseUrl !== null) {
    await probeDatabase(databaseUrl);
    return asOperator(databaseUrl, async (program) => print(await verifyChain(program, anchors)));
  }
  prepareDataDir(dataDir);
  const embedded = await startEmbedded({ dataDir });
  try {
    return await asOperator(embedded.url, async (program) => print(await verifyChain(program, anchors)));
  } finally {
    await embedded.stop();
  }
}

/** A file named on the command line has to exist; a configured one is created with the first anchor. */
async function anchorsOf(named: string | undefined, configured: string | null): Promise<Anchor[] | null> {
  if (named !== undefined) return parseAnchors(await readFile(named, "utf8"));
  return configured === null ? null : readAnchors(configured);
}

function print({ sealed, pending, head, anchors, problems, problemCount }: AuditVerification): number {
  const waiting = pending === 0 ? "" : `; ${pending} more wait to be sealed`;
  console.log(
    `${counted(sealed, "record", "records")}, sealed until ${head?.sealedAt ?? "never"}${waiting}.`,
  );
  if (head !== null) console.log(`Head: place ${head.sequence}, ${head.hash}`);
  console.log(
    anchors === null
      ? "No anchors: set AUDIT_ANCHOR_FILE, or give a log that was kept elsewhere with --anchors FILE. Without them, a log that was cut off at its end looks intact."
      : `${counted(anchors.checked, "anchor", "anchors")} compared, the last one for place ${anchors.latest?.sequence ?? "-"}.`,
  );
  for (const { detail } of problems) console.log(`✗ ${detail}`);
  if (problemCount > problems.length) console.log(`… and ${problemCount - problems.length} more.`);
  if (problemCount === 0) console.log("The audit log is intact.");
  return problemCount === 0 ? 0 : 1;
}

await runCommand(verify);
