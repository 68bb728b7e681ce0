import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportOf, type Report } from "#scripts/conformance/report/report.ts";
import { textReport } from "#scripts/conformance/report/text.ts";
import { runConformance } from "#scripts/conformance/run.ts";
import { DIALECTS, type Dialect } from "#sandbox/dialect/names.ts";
import { createRedact } from "#server/serviceClient/redactKey.ts";
import { SANDBOX_KEY, startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { checkedService } from "./checkedService.ts";

let shared: Sandbox;
let slow: Sandbox;
/** Runs beside the others, because it mostly waits. */
let ofFrugal: Promise<Report>;
beforeAll(async () => {
  [shared, slow] = await Promise.all([
    startSandbox({ products: 200 }),
    startSandbox({ products: 200, dialect: "frugal" }),
  ]);
  ofFrugal = run(slow);
});
afterAll(async () => {
  await Promise.all([shared.dispose(), slow.dispose()]);
});

/** The statements that a dialect breaks, apart from its shapes. */
const BROKEN: Partial<Record<Dialect, string[]>> = {
  array: ["partial.noCodes"],
  nested: ["place.orderId", "partial.noCodes"],
  strings: ["place.orderId", "partial.noCodes"],
};

async function run(sandbox: Sandbox): Promise<Report> {
  const found = await runConformance(checkedService(sandbox), "full");
  const clean = createRedact([SANDBOX_KEY]);
  return reportOf(found, { url: "http://service/v2", depth: "full", at: new Date(0), clean });
}

describe("the whole suite against a service", () => {
  it.each(DIALECTS)("that answers like %s reports what is expected", async (dialect) => {
    if (dialect !== "frugal") await shared.control("POST", "settings", { dialect });
    const report = dialect === "frugal" ? await ofFrugal : await run(shared);
    const broken = report.statements.filter(({ verdict }) => verdict === "does not hold").map(({ id }) => id);
    expect(broken).toEqual(BROKEN[dialect] ?? []);
    const text = textReport(report);
    expect(text).not.toContain("TEST-");
    expect(text).not.toContain(SANDBOX_KEY);
    await expect(`${text}\n`).toMatchFileSnapshot(`reports/${dialect}.txt`);
  });
});
