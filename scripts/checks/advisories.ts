import { z } from "zod";
import { runProgram, type StepRun } from "#scripts/tools/runTool.ts";

const advisorySchema = z.object({
  /** The number that the registry gives an advisory. */
  source: z.int(),
  name: z.string(),
  title: z.string(),
  severity: z.string(),
});
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});
type Advisory = z.infer<typeof advisorySchema>;

/** Advisories that do not concern how Codedesk uses a package: by number, the reason and when to look again. */
const ACCEPTED: Readonly<Record<string, string>> = {};

/** The registry is asked once, and waited for this long: a check must not be slow where it cannot be reached. */
const TIMEOUT_MS = 5_000;
const AUDIT = ["audit", "--json", "--omit=dev", "--fetch-retries=0", `--fetch-timeout=${TIMEOUT_MS}`];

/**
 * Asks the registry for advisories about the packages that are shipped. Passes where it cannot be reached or has no advisories:
 * a check without a network must not fail.
 */
export async function checkAdvisories(): Promise<StepRun> {
  const { output } = await runProgram("npm", AUDIT);
  const found = readReport(output);
  if (found === null) return { code: 0, output: "The registry could not be asked for advisories.\n" };
  const open = openAdvisories(found, ACCEPTED);
  return { code: open.length === 0 ? 0 : 1, output: open.map((line) => `${line}\n`).join("") };
}

/** The advisories in what npm prints, each once; null if it printed no report. */
export function readReport(output: string): Advisory[] | null {
  const report = reportSchema.safeParse(
    parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1)),
  );
  if (!report.success) return null;
  const all = Object.values(report.data.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each !== "string"),
  );
  return [...new Map(all.map((each) => [each.source, each])).values()];
}

/** Those that nobody has judged yet, and judgements of what the registry no longer reports. */
export function openAdvisories(
  found: readonly Advisory[],
  accepted: Readonly<Record<string, string>>,
): string[] {
  const isReported = (source: string) => found.some((each) => String(each.source) === source);
  return [
    ...found
      .filter(({ source }) => accepted[source] === undefined)
      .map(
        ({ source, name, severity, title }) =>
          `${name}: ${severity}: ${title} (advisory ${source}). Upgrade it, or accept it in scripts/checks/advisories.ts with the reason.`,
      ),
    ...Object.keys(accepted)
      .filter((source) => !isReported(source))
      .map((source) => `Advisory ${source} is accepted and no longer reported. Remove it.`),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
