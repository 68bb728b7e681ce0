import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { BEHAVIOURS, type Behaviour } from "#sandbox/catalog/behaviours.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { type Answer, type Order, orderOf, partner, type Partner, wholeCatalog } from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
/** The service's clock stands still but for `advance`: however long an answer is waited for, no order is delivered meanwhile. */
const begun = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox();
  client = partner(sandbox);
  await sandbox.control("POST", "clock", { stopAt: begun });
});
afterAll(() => sandbox.dispose());

/** How long to wait for an answer that never comes. */
const SILENT_MS = 3_000;
/** The answer, or null if the connection broke or no answer came in time. */
const tryPost = (order: Order, timeoutMs = TIME_LIMITS.wait): Promise<Answer | null> =>
  partner(sandbox)
    .send("POST", "/orders", { body: JSON.stringify(order), signal: AbortSignal.timeout(timeoutMs) })
    .catch(() => null);
const stored = async ({ externalOrderCode }: Order) =>
  z.array(z.unknown()).parse(await sandbox.control("GET", `orders?code=${externalOrderCode}`)).length;
let ahead = 0;
const serviceNow = () => begun + ahead;
const advance = (ms: number) => {
  ahead += ms;
  return sandbox.control("POST", "clock", { moveMs: ms });
};
const read = async ({ externalOrderCode }: Order) => client.get(`/orders/${externalOrderCode}`);

describe("the scenario products", () => {
  it("have one product for each behaviour, named after what it does", async () => {
    const products = await wholeCatalog(client, "&brand=Scenario");
    expect(products.map(({ name }) => name)).toEqual(
      Object.values(BEHAVIOURS).map((words) => `Scenario: ${words}`),
    );
    expect(new Set(products.map(({ currencyCode }) => currencyCode))).toEqual(new Set(["EUR"]));
  });

  it("have names that are not part of one another, so that a search finds one product", () => {
    const names = Object.values(BEHAVIOURS);
    for (const name of names) expect(names.filter((other) => other.includes(name))).toEqual([name]);
  });

  it("are listed with their ids in docs/sandbox.md", async () => {
    const page = await readFile("docs/sandbox.md", "utf8");
    const rows = [...page.matchAll(/^\| (9\d{5}) \| (.+?) *\|$/gm)].map(([, id, words]) => [
      Number(id),
      words,
    ]);
    const products = await wholeCatalog(client, "&brand=Scenario");
    expect(rows).toEqual(products.map(({ id, name }) => [id, name.replace("Scenario: ", "")]));
  });
});

/** First answer (null: none), orders made by then, answer to the identical second POST. */
const REPEATED: [Behaviour, number | null, number, number | null][] = [
  ["down-once", 502, 0, 202],
  ["down-always", 502, 0, 502],
  ["not-created", 502, 0, 202],
  ["not-created-always", 502, 0, 502],
  ["down-after", 502, 1, 202],
  ["server-error", 500, 1, 202],
  ["reset-before", null, 0, 202],
  ["reset-after", null, 1, 202],
  ["truncated", null, 1, 202],
  ["garbage", 202, 1, 202],
  ["swallowed-once", null, 0, 202],
  ["never-answers", null, 1, 202],
  ["redirected", 307, 0, 202],
  ["throttled-date", 429, 0, 202],
  ["throttled-bare", 429, 0, 202],
  ["throttled-always", 429, 0, 429],
  ["conflict", 409, 1, 409],
  ["already-placed", 400, 1, 400],
  ["conflict-on-repeat", 202, 1, 409],
  ["unavailable", 422, 0, 422],
  ["inactive", 400, 0, 400],
  ["wrong-country", 400, 0, 400],
  ["wrong-currency", 400, 0, 400],
  ["price-upstream", 400, 0, 400],
  ["price-required", 400, 0, 400],
  ["invalid-order", 400, 0, 400],
  ["unmapped", 400, 0, 400],
  ["ordering-disabled", 403, 0, 403],
  ["limit-exceeded", 422, 0, 422],
  ["gone-when-fetched", 400, 0, 400],
];

describe("a scenario does what its name says", () => {
  it.each(REPEATED)(
    "%s: answers %s first with %i orders made, then %s",
    async (behaviour, first, orders, second) => {
      const order = orderOf(await scenario(sandbox, behaviour));
      expect((await (first === null ? tryPost(order, SILENT_MS) : tryPost(order)))?.status ?? null).toBe(
        first,
      );
      expect(await stored(order)).toBe(orders);
      const repeated = await tryPost(order);
      expect(repeated?.status ?? null).toBe(second);
      expect(await stored(order)).toBe(orders === 1 || second === 202 ? 1 : 0);
      if (second === 202) expect(repeated?.body).toMatchObject({ status: "processing" });
    },
  );

  it("throttled: answers 429 twice, then accepts", async () => {
    const order = orderOf(await scenario(sandbox, "throttled"));
    expect([await tryPost(order), await tryPost(order), await tryPost(order)]).toMatchObject([
      { status: 429 },
      { status: 429 },
      { status: 202 },
    ]);
  });

  it("sends Retry-After as seconds, as a date or not at all", async () => {
    const header = async (behaviour: Behaviour) => {
      const answer = await tryPost(orderOf(await scenario(sandbox, behaviour)));
      return answer?.headers.get("retry-after");
    };
    expect(await header("throttled-always")).toBe("2");
    const until = Date.parse((await header("throttled-date")) ?? "");
    expect(Math.abs(until - serviceNow() - 2_000)).toBeLessThan(10_000);
    expect(await header("throttled-bare")).toBeNull();
  });

  it("garbage: answers without JSON; redirected: leads away from the service", async () => {
    const garbage = await tryPost(orderOf(await scenario(sandbox, "garbage")));
    expect(garbage?.headers.get("content-type")).toBe("text/html");
    const redirect = await tryPost(orderOf(await scenario(sandbox, "redirected")));
    expect(redirect?.headers.get("location")).toBe("https://elsewhere.example/v2/orders");
  });

  it("late-visible: 404 for five seconds; vanishes: always 404, though a repeated POST still returns it", async () => {
    const late = orderOf(await scenario(sandbox, "late-visible"));
    const never = orderOf(await scenario(sandbox, "vanishes"));
    for (const order of [late, never]) {
      expect((await tryPost(order))?.status).toBe(202);
      expect((await read(order)).status).toBe(404);
    }
    await advance(6_000);
    expect((await read(late)).status).toBe(200);
    await advance(365 * 24 * 3_600_000);
    expect((await read(never)).status).toBe(404);
    expect((await tryPost(never))?.status).toBe(202);
  });

  it.each([
    ["estimate-absent", (estimate: unknown) => estimate === undefined],
    ["estimate-past", (estimate: unknown) => Date.parse(String(estimate)) < serviceNow() - 3_500_000],
    ["estimate-far", (estimate: unknown) => String(estimate).startsWith("9999-12-31T23:59:59")],
    ["estimate-garbage", (estimate: unknown) => Number.isNaN(Date.parse(String(estimate)))],
  ] as const)("%s: and delivers as usual", async (behaviour, holds) => {
    const order = orderOf(await scenario(sandbox, behaviour));
    const body = z.looseObject({}).parse((await tryPost(order))?.body);
    expect(holds(body.estimatedReadyAt)).toBe(true);
    await advance(10_000);
    expect((await read(order)).body).toMatchObject({ status: "completed" });
  });

  it("overdue: is still processing after its estimate", async () => {
    const order = orderOf(await scenario(sandbox, "overdue"));
    await tryPost(order);
    await advance(60_000);
    expect((await read(order)).body).toMatchObject({ status: "processing" });
    await advance(180_000);
    expect((await read(order)).body).toMatchObject({ status: "completed" });
  });

  it("unrecognised: has the same unknown status a year later", async () => {
    const order = orderOf(await scenario(sandbox, "unrecognised"));
    await tryPost(order);
    await advance(365 * 24 * 3_600_000);
    expect((await read(order)).body).toMatchObject({ status: "awaiting_provider_settlement" });
  });

  it("returns codes as texts, as objects of many fields, or all of a line in one entry", async () => {
    const delivered = async (behaviour: Behaviour) => {
      const order = orderOf(await scenario(sandbox, behaviour), 3);
      await tryPost(order);
      await advance(10_000);
      const body = z.object({ products: z.array(z.object({ pin: z.unknown() })) });
      return body.parse((await read(order)).body).products.map(({ pin }) => pin);
    };
    for (const pin of await delivered("pins-as-strings")) expect(pin).toMatch(/^TEST-/);
    for (const pin of await delivered("pins-as-objects")) {
      expect(pin).toMatchObject({ value: expect.stringMatching(/^TEST-/), url: expect.any(String) });
    }
    const inOne = await delivered("pins-in-one-line");
    expect(inOne).toHaveLength(1);
    expect(inOne[0]).toHaveLength(3);
  });

  it("partial-with-codes: returns the codes it counts", async () => {
    const order = orderOf(await scenario(sandbox, "partial-with-codes"), 4);
    await tryPost(order);
    await advance(10_000);
    const { body } = await read(order);
    expect(body).toMatchObject({ delivered: 3, total: 4 });
    expect(z.object({ products: z.array(z.unknown()) }).parse(body).products).toHaveLength(3);
  });

  it("applies to the whole order, wherever its line is", async () => {
    const order = orderOf(100_001);
    const [first] = await wholeCatalog(client, "&country=DE&category=Games");
    if (first?.denominationType !== "fixed") throw new Error("the catalog begins otherwise");
    order.price = first.price + 1_000;
    order.orderProducts = [
      { productId: first.id, price: first.price, quantity: 1 },
      { productId: await scenario(sandbox, "unavailable"), price: 1_000, quantity: 1 },
    ];
    expect(await tryPost(order)).toMatchObject({ status: 422 });
  });
});
