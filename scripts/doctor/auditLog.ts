import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { Settings } from "#server/config/env.ts";
import { trouble, well, type Finding } from "./finding.ts";

/** The levels at which the log has the anchors, which are information. */
const TELLING_LEVELS = ["info", "debug"];

/** Whether the head of the audit log's hash chain is kept outside the database. Writes nothing. */
export function examineAuditLog(
  databaseUrl: string | null,
  { auditAnchorFile: file, logLevel }: Pick<Settings, "auditAnchorFile" | "logLevel">,
): Finding {
  const inLog = TELLING_LEVELS.includes(logLevel) ? ", and in the log" : "";
  if (file !== null) {
    const problem = whyUnwritable(file);
    return problem === null
      ? well(`Audit log: anchored in AUDIT_ANCHOR_FILE${inLog}`)
      : trouble(
          `Audit log: AUDIT_ANCHOR_FILE cannot be written (${problem}): make its directory, and let this account write there.`,
        );
  }
  if (databaseUrl === null) return well(`Audit log: anchored in DATA_DIR${inLog}`);
  if (inLog !== "") return well("Audit log: anchored in the log alone");
  return trouble(
    `Audit log: its head is kept nowhere outside the database, because LOG_LEVEL is ${logLevel}: set AUDIT_ANCHOR_FILE, or LOG_LEVEL to info.`,
  );
}

function whyUnwritable(file: string): string | null {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK);
    else accessSync(dirname(file), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
