import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "#server/config/startupError.ts";
import type { Supervisor } from "./supervisor.ts";

/** Waits until `url` answers with a status that `accepts`. Throws when the supervisor is stopping, or after `timeoutMs`. */
export async function waitUntilAnswers(
  supervisor: Supervisor,
  name: string,
  url: string,
  accepts: (status: number) => boolean,
  timeoutMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let last = "it did not answer";
  for (;;) {
    supervisor.check();
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: "manual" });
      const text = await answer.text();
      if (accepts(answer.status)) return;
      last = `it answered ${answer.status} ${text.slice(0, 300)}`;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > deadline) throw new StartupError(`The ${name} did not become ready: ${last}.`);
    await sleep(25);
  }
}
