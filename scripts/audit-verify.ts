import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { AuditVerification } from "#lib/contracts/audit/auditVerification.ts";
import { counted } from "#lib/text/counts.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { parseAnchors, readAnchors, type Anchor } from "#server/audit/chain/anchors.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { childEnvironment, readLaunchSettings } from "#server/config/env.ts";
import { StartupError } from "#server/config/startupError.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { auditAnchorFile } from "#scripts/launch/dataDir.ts";
import { asOperatorOf } from "#scripts/launch/operator.ts";
import { loadDotEnv } from "#scripts/launch/programs.ts";

const USAGE = `Usage: npm run audit:verify -- [--anchors FILE]
  --anchors FILE    a file of anchors, or a log, instead of the configured AUDIT_ANCHOR_FILE
Exit code: 0 if the audit log is intact, 1 if something was changed or could not be checked.`;

/** Verifies the hash chain of the audit log. */
async function verify(args: string[]): Promise<number> {
  const named = readArguments(args);
  loadDotEnv();
  const launch = readLaunchSettings();
  const configured = (childEnvironment({ NODE_ENV: "production" }).AUDIT_ANCHOR_FILE ?? "").trim();
  const ownFile = launch.databaseUrl === null ? auditAnchorFile(launch.dataDir) : null;
  const anchors = await anchorsOf(named, configured === "" ? ownFile : configured);
  return asOperatorOf(launch, async (program) => print(await verifyChain(program, anchors)));
}

/** Returns the file after `--anchors`, if there is one. */
function readArguments(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { anchors: { type: "string" } } }).values.anchors;
  } catch (error) {
    throw new StartupError(`${errorMessage(error)}\n${USAGE}`, { cause: error });
  }
}

/** A file named on the command line has to exist; a configured one is created with the first anchor. */
async function anchorsOf(named: string | undefined, configured: string | null): Promise<Anchor[] | null> {
  if (named === undefined) return configured === null ? null : readAnchors(configured);
  try {
    return parseAnchors(await readFile(named, "utf8"));
  } catch (error) {
    throw new StartupError(`The anchors cannot be read (${errorMessage(error)}): check --anchors.`, {
      cause: error,
    });
  }
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
