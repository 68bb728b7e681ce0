import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { floodOrderSchema, IN_FULL_FLOW, type FloodReport } from "./flood.ts";

// Lowest priority, because real attackers do not use the dashboard's own machine: this thread gets what the others leave.
setPriority(19);

const { url, connections } = floodOrderSchema.parse(workerData);
const statuses = new Set<number>();
const state = { stopped: false };
let [answered, sentBytes, count] = [0, 0, 0];

/** Guesses passwords one after the other, each from another address and for another member. */
async function guess(): Promise<void> {
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]);
  while (!state.stopped) {
    count += 1;
    const body = new URLSearchParams({
      csrfToken,
      json: "true",
      email: `guess-${count}@partner.example`,
      password: "not the password",
    });
    const answer = await fetch(`${url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: {
        cookie: cookie.join("; "),
        "x-forwarded-for": `198.18.${(count >> 8) & 255}.${count & 255}`,
      },
      body,
    });
    await answer.arrayBuffer();
    answered += 1;
    sentBytes += body.toString().length;
    // From now on, strangers are slowed down.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (answer.status === 503 && !statuses.has(503)) parentPort?.postMessage(IN_FULL_FLOW);
    statuses.add(answer.status);
  }
}

const guesses = Array.from({ length: connections }, () => guess().catch(() => undefined));

parentPort?.once("message", () => {
  state.stopped = true;
  void Promise.all(guesses).then(() =>
    // A thread's port, not a window: there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage({ answered, statuses: [...statuses], sentBytes } satisfies FloodReport),
  );
});
