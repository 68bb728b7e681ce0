import { setTimeout as sleep } from "node:timers/promises";
import { Obstacle } from "#server/obstacle.ts";
import type { Supervisor } from "./supervisor.ts";

/** Waits until `url` answers as `accepts` wants it. Throws when the supervisor is stopping, or after `patienceMs`. */
export async function untilAnswers(
  supervisor: Supervisor,
  name: string,
  url: string,
  accepts: (status: number) => boolean,
  patienceMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
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
    if (performance.now() > deadline) throw new Obstacle(`The ${name} does not become ready: ${last}.`);
    await sleep(25);
  }
}
