import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { environmentVariable } from "#server/config/env.ts";
import { readBaseAddress } from "#server/config/baseAddress.ts";
import { keyProblem } from "#server/config/keyPairing.ts";
import { StartupError } from "#server/config/startupError.ts";
import { createRedact } from "#server/serviceClient/redactKey.ts";
import { type Caller, createCaller } from "#scripts/conformance/service/caller.ts";
import { DEPTHS, type Depth } from "#scripts/conformance/service/check.ts";
import { htmlReport } from "#scripts/conformance/report/html.ts";
import { reportOf } from "#scripts/conformance/report/report.ts";
import { textReport } from "#scripts/conformance/report/text.ts";
import { runConformance } from "#scripts/conformance/run.ts";
import { isSandboxKey, Service } from "#scripts/conformance/service/service.ts";
import { reasonOf } from "#scripts/tools/reasonOf.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

const USAGE = `Usage: npm run conformance -- --url ADDRESS [--depth DEPTH] [options]
  --url ADDRESS     the base address of the service, ending in /v2
  --key KEY         the API key; better: CONFORMANCE_KEY in the environment, which no list of processes shows
  --depth DEPTH     reading: only reads, safe everywhere (the default)
                    refused: also sends orders that must be refused; nothing can be bought
                    full: also places orders; only with a svc_test_ key
  --wait SECONDS    how long an order is waited for; the default is 120
  --json FILE       writes the report as JSON
  --html FILE       writes the report as a page
Exit code: 0 if no statement is broken, 2 if one is, 1 if the suite could not run.`;

type Options = { url: string; key: string; depth: Depth; waitMs: number; json?: string; html?: string };

/** Checks any /v2 address against the statements of the interface (docs/conformance.md). */
await runCommand(async (args) => {
  const options = readOptions(args);
  if (options === null) {
    console.log(USAGE);
    return 0;
  }
  const { url, key, depth, waitMs, json, html } = options;
  const caller = createCaller({ url, key });
  await requireService(caller, url);
  const service = new Service({ caller, key, pause: sleep, longestWaitMs: waitMs });
  const conformance = await runConformance(service, depth);
  const report = reportOf(conformance, { url, depth, at: new Date(), clean: createRedact([key]) });
  console.log(textReport(report));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (html !== undefined) writeFileSync(html, htmlReport(report));
  return report.totals["does not hold"] === 0 ? 0 : 2;
});

/** If nothing answers, or the key is refused, there is no service to check. */
async function requireService(caller: Caller, url: string): Promise<void> {
  const { host } = new URL(url);
  const { status } = await caller.ask("GET", "/wallet").catch((error: unknown) => {
    throw new StartupError(
      `The suite cannot run: ${host} cannot be reached (${reasonOf(error)}): check --url and the network.`,
    );
  });
  if (status === 401) {
    throw new StartupError(`The suite cannot run: ${host} refuses the key (401): check CONFORMANCE_KEY.`);
  }
}

function readOptions(args: string[]): Options | null {
  const { values } = parse(args);
  if (values.help) return null;
  const key = values.key ?? environmentVariable("CONFORMANCE_KEY") ?? "";
  const depth = DEPTHS.find((each) => each === values.depth);
  if (values.url === undefined || key === "") throw new StartupError(`--url and a key are needed.\n${USAGE}`);
  if (depth === undefined) throw new StartupError(`--depth must be one of ${DEPTHS.join(", ")}.`);
  if (depth === "full" && !isSandboxKey(key)) {
    throw new StartupError(
      "The depth full places orders: it takes keys of the sandbox only, which begin with svc_test_.",
    );
  }
  const environment = isSandboxKey(key) ? "sandbox" : "production";
  const problem = keyProblem(environment, key) ?? addressProblem(environment, values.url);
  if (problem !== null) throw new StartupError(`The suite cannot run: ${problem}.`);
  if (!/^\d{1,5}$/.test(values.wait)) throw new StartupError("--wait must be a number of seconds.");
  const { json, html } = values;
  return {
    url: values.url,
    key,
    depth,
    waitMs: Number(values.wait) * 1_000,
    ...(json === undefined ? {} : { json }),
    ...(html === undefined ? {} : { html }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: "string" },
        key: { type: "string" },
        depth: { type: "string", default: "reading" },
        wait: { type: "string", default: "120" },
        json: { type: "string" },
        html: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new StartupError(`${errorMessage(error)}\n${USAGE}`);
  }
}

function addressProblem(environment: "sandbox" | "production", url: string): string | null {
  try {
    readBaseAddress(environment, url);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
