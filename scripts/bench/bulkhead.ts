import { setTimeout as pause } from "node:timers/promises";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { signIn } from "#scripts/stack/testing/signIn.ts";
import type { Figure } from "./figure.ts";
import { quantile } from "./median.ts";
import { placeOverHttp } from "#scripts/stack/testing/placeOverHttp.ts";

const SAMPLES = 120;
const SIGN_INS = 25;
/** How many people have pages open that need the service. */
const WAITING = 40;
const REST_MS = 4_000;
const OPERATIONS = ["wallet", "products", "product", "order", "place"];

/** Measures pages that do not need the service: their p95 while the service hangs, divided by their p95 while it answers. */
export async function figuresOfBulkhead(stack: TestStack, cookie: string): Promise<Figure[]> {
  const { externalOrderCode: reference } = await placeOverHttp(stack, cookie, "overdue");
  const member = stack.members[0];
  if (member === undefined) throw new Error("there is no member");
  const get = (path: string) => async () => {
    const answer = await fetch(new URL(path, stack.url), { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  };
  const probes = [
    {
      name: "sign-in",
      count: SIGN_INS,
      ask: async () => void (await signIn(stack.url, member.email, member.password)),
    },
    { name: "orders list", count: SAMPLES, ask: get("/api/orders") },
    { name: "timeline", count: SAMPLES, ask: get(`/api/orders/${reference}`) },
  ];
  const times = async () => {
    const each: number[] = [];
    for (const { count, ask } of probes) each.push(quantile(await timesOf(count, ask), 0.95));
    return each;
  };
  await times();
  const answering = await whilePeopleWait(get("/api/wallet"), times);
  for (const operation of OPERATIONS) {
    const fault = { operation, when: "before", times: 1_000_000, action: { kind: "hang" } };
    await stack.control("POST", "faults", fault);
  }
  const hanging = await whilePeopleWait(get("/api/wallet"), times);
  await stack.control("DELETE", "faults");
  return probes.map(({ name }, index) => ({
    name: `Service hanging: p95 of ${name}, divided by p95 with the service answering`,
    value: (hanging[index] ?? Number.NaN) / (answering[index] ?? Number.NaN),
    unit: "×",
    goal: 1.5,
    note: `${(answering[index] ?? 0).toFixed(1)} ms → ${(hanging[index] ?? 0).toFixed(1)} ms, ${WAITING} people waiting for the service`,
  }));
}

async function timesOf(count: number, ask: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let sample = 0; sample < count; sample += 1) {
    const begun = performance.now();
    await ask();
    samples.push(performance.now() - begun);
  }
  return samples;
}

/** Runs `work` while people keep requesting something that needs the service, each again some seconds after the answer. */
async function whilePeopleWait<T>(ask: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const people = Array.from({ length: WAITING }, async (_, index) => {
    for (let rest = (index * REST_MS) / WAITING; !stopped.signal.aborted; rest = REST_MS) {
      await pause(rest, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted) await ask();
    }
  });
  try {
    return await work();
  } finally {
    stopped.abort();
    await Promise.all(people);
  }
}
