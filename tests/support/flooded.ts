import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { quantile } from "#scripts/bench/median.ts";
import { floodReportSchema, IN_FULL_FLOW, type FloodOrder, type FloodReport } from "./flood.ts";

/**
 * How many times longer a member's requests may take during a flood. The goal is 1.5 on a machine that serves nobody else; here
 * the sender, the member, the database and the dashboard share two cores, and other work on the machine changes single figures by
 * as much. The defects that these tests detect were far beyond: 10 times with bodies read before the session, 85 times with
 * passwords hashed in parallel.
 */
export const BEARABLE_SLOWDOWN = 3;

/** After so many rounds it may be clear. */
const FEWEST_ROUNDS = 3;

/** Whether the rounds so far are so far below the limit that more of them would not change the result. */
export function isClearlyBearable(
  without: readonly number[],
  during: readonly number[],
  typical: (values: readonly number[]) => number,
): boolean {
  return during.length >= FEWEST_ROUNDS && typical(during) < (BEARABLE_SLOWDOWN / 1.5) * typical(without);
}

/** Floods a dashboard from a separate thread while `during` runs, so that a busy client does not look like a slow server. */
export async function flooded(
  program: URL,
  order: FloodOrder,
  during: () => Promise<void>,
): Promise<FloodReport> {
  const worker = new Worker(program, { workerData: order });
  const [begun]: unknown[] = await once(worker, "message");
  if (begun !== IN_FULL_FLOW) throw new Error("the flood ended before it had begun");
  await during();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage("stop");
  const [report]: unknown[] = await once(worker, "message");
  await worker.terminate();
  return floodReportSchema.parse(report);
}

/** The 95th percentile of a member's requests, one after the other, in milliseconds. Throws for an answer other than 200. */
export async function memberLatency(url: string, cookie: string): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const path = index % 2 === 0 ? "/api/orders" : "/api/catalog/products?q=steam";
    const start = performance.now();
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    samples.push(performance.now() - start);
  }
  return quantile(samples, 0.95);
}
