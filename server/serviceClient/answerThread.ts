import "server-only";
import { parentPort } from "node:worker_threads";
import { interpret } from "./interpret.ts";
import { createRedact } from "./redactKey.ts";
import type { LargeAnswer, Interpreted } from "./readOffThread.ts";

// The program of the thread: reads one answer after the other. Text crosses to the main thread faster than 100,000 objects do.
parentPort?.on("message", ({ id, exchange, now, keys, asked }: LargeAnswer) => {
  const body = Buffer.from(exchange.body.buffer, exchange.body.byteOffset, exchange.body.byteLength);
  const answer = interpret({ ...exchange, body }, now, createRedact(keys), asked);
  // A thread's port, not a window: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ id, text: JSON.stringify(answer) } satisfies Interpreted);
});
