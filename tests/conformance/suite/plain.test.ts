import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tryCheck } from "#scripts/conformance/service/check.ts";
import { CHECKS } from "#scripts/conformance/checks/all.ts";
import type { Service } from "#scripts/conformance/service/service.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { checkedService } from "./checkedService.ts";

let sandbox: Sandbox;
let service: Service;
beforeAll(async () => {
  sandbox = await startSandbox({ products: 200 });
  service = checkedService(sandbox);
});
afterAll(() => sandbox.dispose());

describe("the sandbox keeps what the interface says", () => {
  it.each(CHECKS)("§$section $statement", async (check) => {
    expect(await tryCheck(check, service)).toMatchObject({ verdict: "holds", detail: "" });
  });
});
