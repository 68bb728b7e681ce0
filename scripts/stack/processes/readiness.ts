import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "#server/config/startupError.ts";
import type { Supervisor } from "./supervisor.ts";

/** Waits until `url` answers as `accepts` wants it. Throws when the supervisor is stopping, or after `timeoutMs`. */
export async function untilAnswers(
  supervisor: Supervisor,
  name: string,
  url: string,
  accepts: (status: number) => boolean,
  timeoutMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let last = "it never answered";
  for (;;) {
    supervisor.check();
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: "manual" });
      const text = await answer.text();
      if (accepts(answer.status)) return;
      last = `it answers ${answer.status} ${text.slice(0, 300)}`;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > deadline) throw new StartupError(`The ${name} does not become ready: ${last}.`);
    await sleep(25);
  }
}
