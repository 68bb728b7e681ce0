import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { SECOND } from "#lib/time/instant.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";
import { readUsage } from "./processUsage.ts";

const ROUNDS = 7;
/** In milliseconds. By then, what the start left behind has been garbage-collected. */
const UNTIL_REST = 30 * SECOND;
const CONNECTIONS = 16;
/** Answers a constant without checking the caller: the lowest cost of any route of this build. */
const BARE_ROUTE = "/api/health/live";
const SEARCH = "/api/catalog/products?take=40";
const PAGE = "/catalog";

type Sample = { cpuMs: number; perSecond: number };

/**
 * Measures what the server's own process does for a request: CPU time, which other programs on the machine affect least, and
 * requests per second as a ratio to a bare route of the same build, alternating with it.
 */
export async function figuresOfServer(stack: TestStack, cookie: string): Promise<Figure[]> {
  const started = await readUsage(stack);
  await pause(UNTIL_REST);
  const atRest = await readUsage(stack);
  const work = [
    { path: BARE_ROUTE, count: 320, connections: CONNECTIONS },
    { path: SEARCH, count: 320, connections: CONNECTIONS },
    { path: PAGE, count: 40, connections: 1 },
  ];
  const samples = new Map(work.map(({ path }) => [path, Array<Sample>()]));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const { path, count, connections } of work) {
      const sample = await sampleOf(stack, cookie, path, count, connections);
      // The first rounds warm up.
      if (round >= 0) samples.get(path)?.push(sample);
    }
  }
  const of = (path: string) => samples.get(path) ?? [];
  const cpu = (path: string) => median(of(path).map(({ cpuMs }) => cpuMs));
  const ratio = median(
    of(SEARCH).map(({ perSecond }, round) => (of(BARE_ROUTE)[round]?.perSecond ?? Number.NaN) / perSecond),
  );
  const note = `median of ${ROUNDS} rounds`;
  return [
    {
      name: "Server: resident memory right after the start",
      value: started.megabytes,
      unit: "MB",
      goal: null,
      note: "signed in once",
    },
    {
      name: "Server: resident memory at rest",
      value: atRest.megabytes,
      unit: "MB",
      goal: 150,
      note: `${UNTIL_REST / SECOND} seconds later`,
    },
    { name: "Server: CPU time of the catalog's page", value: cpu(PAGE), unit: "ms", goal: 12, note },
    { name: "Server: CPU time of a search", value: cpu(SEARCH), unit: "ms", goal: null, note },
    { name: "Server: CPU time of a bare route", value: cpu(BARE_ROUTE), unit: "ms", goal: null, note },
    {
      name: `Server: bare routes in the time of a search, ${CONNECTIONS} connections`,
      value: ratio,
      unit: "×",
      goal: 1.25,
      note,
    },
  ];
}

/** Sends a number of requests over a number of parallel connections. */
async function sampleOf(
  stack: TestStack,
  cookie: string,
  path: string,
  count: number,
  connections: number,
): Promise<Sample> {
  // Answers are not decompressed, which is the browsers' work and would take processor time from the server here.
  const client = new Pool(stack.url, { connections });
  const headers = { cookie, "accept-encoding": "gzip, deflate, br" };
  const before = await readUsage(stack);
  const begun = performance.now();
  let left = count;
  const clients = Array.from({ length: connections }, async () => {
    while (left > 0) {
      left -= 1;
      const answer = await client.request({ path, method: "GET", headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    }
  });
  await Promise.all(clients);
  const perSecond = (count / (performance.now() - begun)) * 1_000;
  const after = await readUsage(stack);
  await client.close();
  return { cpuMs: (after.cpuMs - before.cpuMs) / count, perSecond };
}
