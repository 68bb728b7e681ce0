import { createCaller } from "#scripts/conformance/service/caller.ts";
import { Service } from "#scripts/conformance/service/service.ts";
import type { Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";

/** The service as the suite sees it; waiting moves the clock of the sandbox. */
export function checkedService(sandbox: Sandbox, url = sandbox.url): Service {
  const { key } = sandbox;
  const pause = (ms: number) => sandbox.control("POST", "clock", { moveMs: ms });
  return new Service({ caller: createCaller({ url, key }, pause), key, pause, longestWaitMs: 600_000 });
}
