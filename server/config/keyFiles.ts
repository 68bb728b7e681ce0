import "server-only";
import { readFileSync } from "node:fs";
import { errorMessage } from "#lib/text/errorMessage.ts";

export type Source = Readonly<Record<string, string | undefined>>;

/** The variables for which `…_FILE` may name a file that holds the value. */
export const KEY_VARIABLES = [
  "SERVICE_SANDBOX_KEY",
  "SERVICE_SANDBOX_KEY_STANDBY",
  "SERVICE_PRODUCTION_KEY",
  "SERVICE_PRODUCTION_KEY_STANDBY",
  "MAIL_URL",
];

/**
 * Returns the variables that are set, trimmed: an empty one counts as unset, and `…_FILE` is replaced by the content of the file.
 * Problems are sentences that name the variable.
 */
export function resolveKeyFiles(source: Source): { values: Record<string, string>; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && value.trim() !== "") values[name] = value.trim();
  }
  for (const name of KEY_VARIABLES) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set: keep one`);
      continue;
    }
    try {
      values[name] = readFileSync(file, "utf8").trim();
    } catch (error) {
      problems.push(`${name}_FILE cannot be read (${errorMessage(error)})`);
    }
  }
  return { values, problems };
}
