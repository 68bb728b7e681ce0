import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKS } from "#scripts/conformance/checks/all.ts";
import { tryChecks } from "#scripts/conformance/run.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { ANSWER_FAULTS } from "./answerFaults.ts";
import { CALL_FAULTS } from "./callFaults.ts";
import { checkedService } from "./checkedService.ts";
import { FaultyCopy } from "./faultyCopy.ts";

let sandbox: Sandbox;
let copy: FaultyCopy;
let url: string;
beforeAll(async () => {
  sandbox = await startSandbox({ products: 200 });
  copy = new FaultyCopy(sandbox.url);
  url = await copy.start();
});
afterAll(async () => {
  await copy.stop();
  await sandbox.dispose();
});

const ALL = [...ANSWER_FAULTS, ...CALL_FAULTS];
const failing = async (ids: readonly string[]): Promise<string[]> => {
  const checks = CHECKS.filter(({ id }) => ids.includes(id));
  const findings = await tryChecks(checkedService(sandbox, url), "full", checks);
  return findings.filter(({ verdict }) => verdict === "does not hold").map(({ check }) => check.id);
};

describe("the suite", () => {
  it("finds nothing wrong with a copy that has no fault", async () => {
    copy.fault = {};
    expect(await failing([...new Set(ALL.flatMap(([, , ids]) => ids))])).toEqual([]);
  });

  it("accepts that a message repeats a reference as it stood in the address", async () => {
    copy.fault = {
      answer: (given, { path }) => {
        if (given.status === 404) given.body.message = `Order ${path.split("/").at(-1)} not found`;
      },
    };
    expect(await failing(["order.unknown"])).toEqual([]);
  });

  it.each(ALL)("fails for a copy of which %s", async (_, fault, caughtBy) => {
    copy.fault = fault;
    expect((await failing(caughtBy)).toSorted()).toEqual([...caughtBy].toSorted());
  });
});
