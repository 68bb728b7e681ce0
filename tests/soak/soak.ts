import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { isInFlight } from "#lib/orders/lifecycle/states.ts";
import { asOperator } from "#scripts/launch/operator.ts";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { generatePassword } from "#server/auth/signIn/password.ts";
import { attempts, orders } from "#server/db/schema/orders.ts";
import { addMember } from "#server/team/addMember.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startSandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { signIn } from "#tests/support/signIn.ts";
import { addDueSchedule, countDates, hasOpenDates, type DateFigures } from "./dueSchedules.ts";
import { addDueRule, countRules, hasOpenRules, type RuleFigures } from "./dueRules.ts";
import { queueJob } from "#scripts/testStack/queueJob.ts";
import { builtDashboard, confirmAt, startDashboard, type Dashboard } from "./dashboard.ts";

/** The result of a soak. `lost`, `twice`, `stuck` and `broken` have to be zero. */
export type SoakFigures = {
  kills: number;
  confirmed: number;
  inLedger: number;
  stored: number;
  /** Attempts whose process died before their outcome was recorded. */
  interrupted: number;
  /** Orders at the service that the ledger does not know as such, or that were answered but are not in the ledger. */
  lost: number;
  /** Confirmations for which the service has more than one order. */
  twice: number;
  /** Orders without an end after everything has worked for long. */
  stuck: number;
  /** Answers that nothing was accepted and one should try again later: they promise nothing, and are not counted as answers. */
  refusals: number;
  /** Answers that were no use to a person. */
  broken: string[];
  /** What became of dates of schedules that came meanwhile. */
  dates: DateFigures;
  /** What became of restock rules that were due meanwhile. */
  rules: RuleFigures;
  /** The answers that people got, and the final states of their orders. */
  answers: Record<string, number>;
  ends: Record<string, number>;
  seconds: number;
};

const EMAIL = "soak@partner.example";
const AT_A_TIME = 5;
/** A slow machine gets no more new orders than it can answer: no more wait for an answer. */
const MOST_WAITING = 40;
/** Far longer than a lease, and than the longest wait after so few attempts. */
const WELL_FOR_MS = 600_000;
const storedOrdersSchema = z.array(z.object({ externalOrderCode: z.string(), orderId: z.int() }));

/** What an unreliable network does to single calls. */
const MISHAPS = [
  { operation: "place", when: "after", action: { kind: "reset" } },
  { operation: "place", when: "before", action: { kind: "reset" } },
  { operation: "place", when: "after", action: { kind: "truncate" } },
  {
    operation: "place",
    when: "after",
    action: {
      kind: "answer",
      status: 502,
      body: '{"statusCode":502,"error":"Bad Gateway","message":"down"}',
    },
  },
  { operation: "order", when: "before", action: { kind: "reset" } },
] as const;

/** Orders under load on two instances of the built dashboard, one of which is killed again and again at a random moment. */
export async function soak(kills: number): Promise<SoakFigures> {
  const begun = performance.now();
  const [database, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandbox({ products: 50, latencyMs: 15 }),
  ]);
  const build = await builtDashboard();
  const password = generatePassword();
  await asOperator(database.url, (request) =>
    addMember(request, { email: EMAIL, name: "Soak", role: "buyer", password }),
  );
  const [product, ...others] = await fixedProducts(sandbox.url, sandbox.key);
  if (product === undefined) throw new Error("no fixed product");
  const confirmations = new Map<string, PlaceOrderRequest>();
  const answered = new Map<string, string>();
  const broken: string[] = [];
  let refusals = 0;

  const ports = await Promise.all([freePort(), freePort()]);
  const variables = {
    DATABASE_URL: database.url,
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    CODES_FINGERPRINT_KEY: randomBytes(32).toString("hex"),
    LOG_LEVEL: "error",
    // The same few lines are meant to be bought again and again.
    RECENT_ORDER_MINUTES: "0",
  };
  const log: string[] = [];
  const start = (index: number) =>
    startDashboard(build, ports[index] ?? 0, variables, (line) => log.push(line));
  const instances = [start(0), start(1)];
  await Promise.all(instances.map(({ ready }) => ready));
  const cookie = await signIn(instances[0]?.origin ?? "", EMAIL, password);
  const waiting = new Set<Promise<unknown>>();
  /** Instances that have answered somebody since they were started. */
  const serving = new Set<Dashboard>();
  const send = (order: PlaceOrderRequest): void => {
    const listening = instances.filter((instance) => instance.isReady());
    const one = listening[Math.floor(Math.random() * listening.length)];
    if (one === undefined) return;
    const sent: Promise<unknown> = confirmAt(one, cookie, order).then((told) => {
      if (told !== null) serving.add(one);
      if (told?.startsWith("broken")) broken.push(told);
      else if (told === "too-many") refusals += 1;
      else if (told !== null) answered.set(order.confirmationId, told);
      return waiting.delete(sent);
    });
    waiting.add(sent);
  };
  const state = { over: false };
  const load = (async () => {
    while (!state.over) {
      for (let each = 0; each < AT_A_TIME && waiting.size < MOST_WAITING; each += 1) {
        const order = {
          currency: product.currency,
          lines: [{ productId: product.id, price: product.price, quantity: 1 + (each % 3) }],
          confirmationId: randomUUID(),
        };
        confirmations.set(order.confirmationId, order);
        send(order);
      }
      // A person without an answer presses the button again; some give up.
      for (const order of confirmations.values()) {
        if (waiting.size >= MOST_WAITING) break;
        if (!answered.has(order.confirmationId) && Math.random() < 0.05) send(order);
      }
      // One of four came while no instance could order.
      const isLate = Math.random() < 0.25;
      await addDueSchedule(database.db, { email: EMAIL, product, isLate });
      // A rule every few rounds, each for a product of its own, and all of them are run far more often than every minute.
      const ruled = Math.random() < 0.1 ? others.pop() : undefined;
      if (ruled !== undefined) await addDueRule(database.db, { email: EMAIL, product: ruled });
      await queueJob(database.url, "restock");
      const mishap = MISHAPS[Math.floor(Math.random() * MISHAPS.length)];
      if (Math.random() < 0.5) await sandbox.control("POST", "faults", mishap);
      await pause(150);
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = kill % 2;
    const instance = instances[victim];
    if (instance === undefined) throw new Error("no instance");
    await instance.ready;
    // Independent of the machine's load: one of four instances dies soon after its start, the others once they have answered somebody.
    if (kill % 4 !== 0) while (!serving.has(instance)) await pause(20);
    await pause(200 + Math.random() * 1_300);
    const gone = new Promise((resolve) => instance.child.once("exit", resolve));
    instance.child.kill("SIGKILL");
    await gone;
    instances[victim] = start(victim);
  }
  state.over = true;
  await load;
  await Promise.all(waiting);
  await sandbox.control("DELETE", "faults");

  const ledger = () => database.db.select().from(orders);
  let rows = await ledger();
  for (const end = Date.now() + WELL_FOR_MS; Date.now() < end;) {
    rows = await ledger();
    const isOpen = (await hasOpenDates(database.db)) || (await hasOpenRules(database.db));
    if (!isOpen && !rows.some((row) => isInFlight(row.state))) break;
    await queueJob(database.url, "restock");
    await pause(500);
  }
  const dates = await countDates(database.db, new Set(rows.map((row) => row.confirmationId)));
  const rules = await countRules(database.db, rows);
  const interrupted = await database.db
    .select({ order: attempts.orderRow })
    .from(attempts)
    .where(and(eq(attempts.outcome, "ambiguous"), isNull(attempts.durationMs)));
  const stored = storedOrdersSchema.parse(await sandbox.control("GET", "orders"));
  await Promise.all(
    instances.map(({ child }) => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return gone;
    }),
  );
  await Promise.all([sandbox.dispose(), database.drop()]);

  const byCode = new Map(rows.map((row) => [row.externalOrderCode, row]));
  const unknown = stored.filter(
    (order) => byCode.get(order.externalOrderCode)?.orderId !== String(order.orderId),
  );
  const confirmedHere = new Set(rows.map((row) => row.confirmationId));
  const vanished = [...answered.keys()].filter((id) => !confirmedHere.has(id));
  const bought = Map.groupBy(
    stored,
    (order) => byCode.get(order.externalOrderCode)?.confirmationId ?? "unknown",
  );
  return {
    kills,
    confirmed: confirmations.size,
    inLedger: rows.length,
    stored: stored.length,
    interrupted: interrupted.length,
    lost: unknown.length + vanished.length,
    twice: [...bought.values()].filter((each) => each.length > 1).length,
    stuck: rows.filter((row) => isInFlight(row.state)).length,
    refusals,
    broken: broken.map((told) => [told, ...log.filter((line) => isAbout(line, told))].join("\n")),
    dates,
    rules,
    answers: tally([...answered.values()]),
    ends: tally(rows.map((row) => row.state)),
    seconds: Math.round((performance.now() - begun) / 1_000),
  };
}

function tally(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, each]) => [word, each.length]),
  );
}

const listingSchema = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      price: z.int().optional(),
      currencyCode: z.string(),
      brand: z.string().optional(),
    }),
  ),
});

/** Products with one price, none of which shows a behaviour of its own. */
async function fixedProducts(url: string, key: string) {
  const response = await fetch(`${url}/catalog/products?take=100`, { headers: { "x-api-key": key } });
  return listingSchema
    .parse(await response.json())
    .items.flatMap(({ id, price, currencyCode, brand }) =>
      price === undefined || brand === "Scenario" ? [] : [{ id, price, currency: currencyCode }],
    );
}

/** Whether a line of the log has the request id that an answer ends with. */
function isAbout(line: string, told: string): boolean {
  const id = /[\da-f-]{36}$/.exec(told)?.[0];
  return id !== undefined && line.includes(id);
}
