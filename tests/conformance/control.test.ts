import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { orderOf, partner, type Partner } from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
let plain: number;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = partner(sandbox);
  plain = await scenario(sandbox, "slow");
});
beforeEach(() => sandbox.control("POST", "reset"));
afterAll(() => sandbox.dispose());

const stored = async (code: string) =>
  z.array(z.looseObject({})).parse(await sandbox.control("GET", `orders?code=${code}`));
const fault = (rule: object) => sandbox.control("POST", "faults", rule);
/** The answer, or the kind of its failure. */
const outcome = (call: Promise<{ status: number; text: string }>) =>
  call.then(
    ({ status }) => status,
    () => "broken",
  );

describe("the record", () => {
  it("has the method, path, exact bytes and headers of each request, and only the prefix of the key", async () => {
    const body = `{ "externalOrderCode": "recorded", "currency":"EUR" , "orderProducts": [] }`;
    await client.post(body);
    await client.get("/orders/recorded?x=1");
    await client.get("/catalog/products?take=1&brand=a%20b");
    const record = z.array(z.looseObject({})).parse(await sandbox.control("GET", "requests"));
    expect(record).toMatchObject([
      { method: "POST", path: "/v2/orders", operation: "place", code: "recorded", status: 400 },
      { method: "GET", path: "/v2/orders/recorded?x=1", operation: "order", code: "recorded", body: null },
      { method: "GET", path: "/v2/catalog/products?take=1&brand=a%20b", operation: "products", status: 200 },
    ]);
    expect(Buffer.from(String(record[0]?.body), "base64").toString()).toBe(body);
    expect(record[0]).toMatchObject({
      keyPrefix: "svc_test_",
      headers: { "x-api-key": "svc_test_…", "content-type": "application/json" },
    });
    expect(JSON.stringify(record)).not.toContain(sandbox.key);
    expect(await sandbox.control("GET", "requests?code=recorded")).toHaveLength(2);
    await sandbox.control("DELETE", "requests");
    expect(await sandbox.control("GET", "requests")).toEqual([]);
  });

  it("names the operation of each address, none for others, and no key if none came", async () => {
    await client.get("/wallet");
    await client.get("/catalog/products/1");
    await client.send("POST", "/orders", { body: "{" });
    await partner(sandbox, null).get("/nowhere");
    await fault({ operation: "wallet", action: { kind: "reset" } });
    await outcome(client.get("/wallet"));
    const nothing = { code: null, body: null };
    expect(await sandbox.control("GET", "requests")).toMatchObject([
      { operation: "wallet", path: "/v2/wallet", status: 200, ...nothing },
      { operation: "product", path: "/v2/catalog/products/1", status: 404, ...nothing },
      { operation: "place", code: null, body: "ew==", status: 400 },
      { operation: null, path: "/v2/nowhere", status: 401, keyPrefix: null, ...nothing },
      { operation: "wallet", status: null },
    ]);
  });

  it("has the time of each request, by the service's clock", async () => {
    await sandbox.control("POST", "clock", { moveMs: 3_600_000 });
    await client.get("/wallet");
    const ats = z.array(z.object({ at: z.number() })).parse(await sandbox.control("GET", "requests"));
    expect(ats).toHaveLength(1);
    for (const { at } of ats) expect(Math.abs(at - Date.now() - 3_600_000)).toBeLessThan(10_000);
  });
});

describe("faults", () => {
  it("apply before or after the order is made, only to the given code and request", async () => {
    const [first, second] = [orderOf(plain), orderOf(plain)];
    const action = { kind: "answer", status: 503, body: "down" };
    await fault({ operation: "place", code: first.externalOrderCode, when: "after", action });
    await fault({ operation: "place", code: second.externalOrderCode, skip: 1, times: 2, action });
    expect(await outcome(client.post(first))).toBe(503);
    expect(await stored(first.externalOrderCode)).toHaveLength(1);
    expect(await outcome(client.post(second))).toBe(202);
    expect(await outcome(client.post(second))).toBe(503);
    expect(await outcome(client.post(second))).toBe(503);
    expect(await outcome(client.post(second))).toBe(202);
    expect(await sandbox.control("GET", "faults")).toEqual([]);
  });

  it("that apply before the order prevent it", async () => {
    const order = orderOf(plain);
    await fault({ operation: "place", action: { kind: "reset" } });
    expect(await outcome(client.post(order))).toBe("broken");
    expect(await stored(order.externalOrderCode)).toEqual([]);
  });

  it.each(["reset", "close", "truncate"])("of kind %s break the answer", async (kind) => {
    await fault({ operation: "wallet", when: "after", action: { kind } });
    expect(await outcome(client.get("/wallet"))).toBe("broken");
    expect(await outcome(client.get("/wallet"))).toBe(200);
  });

  it("of kind hang never answer; delay and drip answer late but correctly", async () => {
    await fault({ operation: "wallet", action: { kind: "hang" } });
    const patience = { signal: AbortSignal.timeout(500) };
    expect(await outcome(client.send("GET", "/wallet", patience))).toBe("broken");
    const right = (await client.get("/wallet")).text;
    for (const action of [
      { kind: "delay", ms: 300 },
      { kind: "drip", ms: 1 },
    ]) {
      await fault({ operation: "wallet", when: "after", action });
      const began = performance.now();
      expect((await client.get("/wallet")).text).toBe(right);
      expect(performance.now() - began).toBeGreaterThan(250);
    }
  });

  it("can answer with any status, headers, bytes and length", async () => {
    await fault({
      action: { kind: "answer", status: 307, headers: { location: "https://elsewhere.example/" } },
    });
    const redirect = await client.get("/wallet");
    expect(redirect.status).toBe(307);
    expect(redirect.headers.get("location")).toBe("https://elsewhere.example/");
    await fault({ action: { kind: "answer", status: 200, body: "ab", padTo: 1_000_001 } });
    expect((await client.get("/wallet")).text).toBe(`${"ab".repeat(500_000)}a`);
    await fault({ action: { kind: "answer", status: 200, bodyBase64: "AP8=" } });
    expect((await client.get("/wallet")).text).toBe("\u0000\uFFFD");
    await fault({
      action: { kind: "headers", headers: { "content-type": "text/plain", "retry-after": "soon" } },
    });
    const mislabelled = await client.get("/wallet");
    expect(mislabelled.headers.get("content-type")).toBe("text/plain");
    expect(JSON.parse(mislabelled.text)).toHaveProperty("balances");
  });

  it("are listed while they are in force, and gone once they are cleared", async () => {
    const rule = { operation: "wallet", action: { kind: "reset" } };
    expect(await fault(rule)).toEqual({});
    expect(await sandbox.control("GET", "faults")).toEqual([{ ...rule, when: "before", skip: 0, times: 1 }]);
    expect(await sandbox.control("DELETE", "faults")).toEqual({});
    expect(await outcome(client.get("/wallet"))).toBe(200);
  });

  it("before a call delay it or change its headers, and let it be answered as always", async () => {
    const order = orderOf(plain);
    await fault({ operation: "place", action: { kind: "delay", ms: 60 } });
    const began = performance.now();
    expect(await outcome(client.post(order))).toBe(202);
    expect(performance.now() - began).toBeGreaterThan(55);
    await fault({ operation: "place", action: { kind: "headers", headers: { age: "5" } } });
    const repeated = await client.post(order);
    expect(repeated).toMatchObject({ status: 202, body: { status: "processing" } });
    expect(repeated.headers.get("age")).toBe("5");
    expect(await stored(order.externalOrderCode)).toMatchObject([{ posts: 2 }]);
  });

  it("that are invalid are refused with a reason", async () => {
    await expect(fault({ action: { kind: "explode" } })).rejects.toThrow("400");
    await expect(fault({ when: "never", action: { kind: "reset" } })).rejects.toThrow("when");
  });
});

describe("orders", () => {
  it("can be delivered at once, with all codes, with some, or with none and a reason", async () => {
    const order = orderOf(plain, 4);
    const { externalOrderCode } = order;
    await client.post(order);
    const getOrder = async () => (await client.get(`/orders/${externalOrderCode}`)).body;
    await sandbox.control("POST", "deliver", { externalOrderCode, delivered: 0 });
    expect(await getOrder()).toHaveProperty("reason");
    await sandbox.control("POST", "orders", { externalOrderCode, reason: "Sold out." });
    expect(await getOrder()).toMatchObject({ reason: "Sold out." });
    await sandbox.control("POST", "deliver", { externalOrderCode, delivered: 3 });
    expect(await getOrder()).toMatchObject({ delivered: 3, total: 4 });
    await sandbox.control("POST", "deliver", { externalOrderCode });
    expect(await getOrder()).toMatchObject({ status: "completed" });
    await sandbox.control("POST", "orders", { externalOrderCode, status: "on_hold" });
    expect(await getOrder()).toMatchObject({ status: "on_hold" });
    expect(await stored(externalOrderCode)).toMatchObject([
      {
        posts: 1,
        distinctBodies: 1,
        deliveryStatus: { kind: "unrecognised" },
        override: { status: "on_hold" },
      },
    ]);
  });
});

describe("what is reported about orders", () => {
  it("is all that is stored, of one order or of all, with what was decided about it", async () => {
    const [one, other] = [orderOf(plain, 2), orderOf(plain)];
    await client.post(one);
    await client.post(other);
    const [told, ...more] = await stored(one.externalOrderCode);
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      externalOrderCode: one.externalOrderCode,
      price: 2_000,
      lines: one.orderProducts,
      behaviour: "slow",
      posts: 1,
      distinctBodies: 1,
      deliveryStatus: { kind: "processing" },
      override: null,
    });
    const codes = z
      .array(z.object({ externalOrderCode: z.string() }))
      .parse(await sandbox.control("GET", "orders"))
      .map(({ externalOrderCode }) => externalOrderCode);
    expect(codes).toEqual(expect.arrayContaining([one.externalOrderCode, other.externalOrderCode]));
    expect(await sandbox.control("POST", "orders", { ...other, readyAt: 1 })).toEqual({});
    expect(await sandbox.control("POST", "deliver", { externalOrderCode: "unknown" })).toEqual({});
  });
});

describe("the clock", () => {
  it("stands still once it was stopped, and is only moved, until a reset", async () => {
    const now = async () => z.object({ now: z.number() }).parse(await sandbox.control("GET", "clock")).now;
    await sandbox.control("POST", "clock", { stopAt: 1_000_000 });
    const since = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(since + 20);
    expect(await now()).toBe(1_000_000);
    await sandbox.control("POST", "clock", { moveMs: 5_000 });
    expect(await now()).toBe(1_005_000);
    await sandbox.control("POST", "reset");
    expect(Math.abs((await now()) - Date.now())).toBeLessThan(10_000);
  });

  it("is moved by milliseconds, forward and back", async () => {
    const now = async () => z.object({ now: z.number() }).parse(await sandbox.control("GET", "clock")).now;
    const before = await now();
    expect(Math.abs(before - Date.now())).toBeLessThan(10_000);
    const moved = await sandbox.control("POST", "clock", { moveMs: 100_000 });
    expect(z.object({ now: z.number() }).parse(moved).now - before).toBeGreaterThanOrEqual(100_000);
    expect((await now()) - before).toBeGreaterThanOrEqual(100_000);
    await sandbox.control("POST", "clock", { moveMs: -50_000 });
    expect((await now()) - before).toBeLessThan(100_000);
  });
});

describe("keys", () => {
  it("are accepted and revoked one by one, and are as at the start after a reset", async () => {
    const [one, other] = ["svc_test_one", "svc_test_other"];
    const status = (key: string) => outcome(partner(sandbox, key).get("/wallet"));
    expect(await sandbox.control("POST", "keys", { accept: one })).toEqual({});
    expect([await status(one), await status(sandbox.key)]).toEqual([200, 200]);
    expect(await sandbox.control("POST", "keys", { revoke: sandbox.key, accept: other })).toEqual({});
    expect([await status(one), await status(other), await status(sandbox.key)]).toEqual([200, 200, 401]);
    expect(await sandbox.control("POST", "keys", {})).toEqual({});
    expect(await status(one)).toBe(200);
    await sandbox.control("POST", "reset");
    expect([await status(one), await status(other), await status(sandbox.key)]).toEqual([401, 401, 200]);
  });
});

describe("a change that makes no sense", () => {
  it.each([
    ["settings", { latencyMs: -1 }],
    ["settings", { latencyMs: 600_001 }],
    ["settings", { latencyMs: 0.5 }],
    ["settings", { dialect: "klingon" }],
    ["settings", { catalog: "empty" }],
    ["settings", { rate: { burst: 0, perSecond: 1 } }],
    ["settings", { rate: { burst: 1, perSecond: 0 } }],
    ["settings", { rate: { burst: 1 } }],
    ["settings", { rate: { burst: 1, perSecond: 1, bySecond: true } }],
    ["settings", { latency: 5 }],
    ["clock", { moveMs: 1.5 }],
    ["clock", { moveMs: 1, now: 1 }],
    ["clock", { stopAt: -1 }],
    ["keys", { grant: "svc_test_x" }],
    ["deliver", { externalOrderCode: "a", delivered: -1 }],
    ["deliver", { externalOrderCode: "a", delivered: 0.5 }],
    ["deliver", { externalOrderCode: "a", readyAt: 1 }],
    ["orders", {}],
    ["faults", {}],
  ])("is refused with what is wrong: %s %j", async (route, change) => {
    const settings = await sandbox.control("GET", "settings");
    await expect(sandbox.control("POST", route, change)).rejects.toThrow(/answered 400: {"error":"✖ /);
    expect(await sandbox.control("GET", "settings")).toEqual(settings);
  });

  it("is refused too if it is no JSON", async () => {
    const address = new URL("/control/clock", sandbox.url);
    const answer = await fetch(address, { method: "POST", body: "{" });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "✖ Invalid input: expected object, received null" },
    ]);
  });

  it("is taken up to its bounds", async () => {
    await sandbox.control("POST", "settings", { latencyMs: 600_000 });
    expect(await sandbox.control("POST", "settings", { latencyMs: 0 })).toMatchObject({ latencyMs: 0 });
    expect(await sandbox.control("POST", "deliver", { externalOrderCode: "a", delivered: 0 })).toEqual({});
  });
});

describe("settings", () => {
  it("are told as they are, change one by one, and are as at the start after a reset", async () => {
    const order = orderOf(await scenario(sandbox, "down-once"));
    const usual = {
      dialect: "plain",
      catalog: "usual",
      latencyMs: 0,
      rate: { burst: 2_000, perSecond: 1_000 },
    };
    expect(await sandbox.control("GET", "settings")).toEqual(usual);
    expect(await outcome(client.post(order))).toBe(502);
    const rate = { burst: 50, perSecond: 0.5 };
    expect(await sandbox.control("POST", "settings", { rate })).toEqual({ ...usual, rate });
    expect(await sandbox.control("POST", "settings", { catalog: "endless" })).toEqual({
      ...usual,
      rate,
      catalog: "endless",
    });
    await sandbox.control("POST", "settings", { dialect: "array", keys: ["svc_test_other"] });
    expect(await outcome(client.get("/wallet"))).toBe(401);
    await fault({ operation: "wallet", action: { kind: "reset" } });
    await sandbox.control("POST", "clock", { moveMs: 3_600_000 });
    expect(await sandbox.control("POST", "reset")).toEqual({});
    expect(await sandbox.control("GET", "settings")).toEqual(usual);
    expect(await sandbox.control("GET", "faults")).toEqual([]);
    expect(await sandbox.control("GET", "requests")).toEqual([]);
    const { now } = z.object({ now: z.number() }).parse(await sandbox.control("GET", "clock"));
    expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
    expect(await outcome(client.get("/wallet"))).toBe(200);
    // Its refusals were forgotten too, so it is refused once more.
    expect(await outcome(client.post(order))).toBe(502);
  });

  it("limit the rate to a burst by a bucket, whatever dialect was limited by the second", async () => {
    await sandbox.control("POST", "settings", { dialect: "frugal" });
    await sandbox.control("POST", "settings", { dialect: "plain", rate: { burst: 1, perSecond: 0.001 } });
    expect(await outcome(client.get("/wallet"))).toBe(200);
    await sandbox.control("POST", "clock", { moveMs: 1_000 });
    expect(await outcome(client.get("/wallet"))).toBe(429);
  });

  it("add latency to every call until they are reset", async () => {
    await sandbox.control("POST", "settings", { latencyMs: 200 });
    const began = performance.now();
    await client.get("/wallet");
    expect(performance.now() - began).toBeGreaterThan(190);
    await sandbox.control("POST", "reset");
    expect(await sandbox.control("GET", "settings")).toMatchObject({ latencyMs: 0, dialect: "plain" });
  });

  it("choose the dialect, and every dialect returns the same values in its own shape", async () => {
    const order = orderOf(await scenario(sandbox, "partial"), 4);
    const { externalOrderCode } = order;
    const shapes = new Set<string>();
    for (const dialect of DIALECTS) {
      await sandbox.control("POST", "settings", { dialect });
      const own = { ...order, externalOrderCode: `${externalOrderCode}-${dialect}` };
      const accepted = (await client.post(own)).text;
      expect(accepted).toContain('"status":"processing"');
      const getOrder = async () => (await client.get(`/orders/${own.externalOrderCode}`)).text;
      const processing = { status: "processing", message: "Order is still processing" };
      if (dialect === "detailed") expect(JSON.parse(await getOrder())).toMatchObject(processing);
      else expect(JSON.parse(await getOrder())).toEqual(processing);
      await sandbox.control("POST", "deliver", { externalOrderCode: own.externalOrderCode, delivered: 3 });
      expect(JSON.parse(await getOrder())).toMatchObject({ delivered: 3 });
      await sandbox.control("POST", "deliver", { externalOrderCode: own.externalOrderCode });
      const completed = await getOrder();
      expect(completed.match(/TEST-(?:[0-9A-F]{4}-?){4}/g)).toHaveLength(4);
      const list = (await client.get("/catalog/products?take=2")).text;
      expect(list).toContain("100001");
      const single = (await client.get("/catalog/products/100001")).text;
      const wallet = (await client.get("/wallet")).text;
      shapes.add(
        [shapeOf(accepted), shapeOf(completed), shapeOf(list), shapeOf(single), shapeOf(wallet)].join(),
      );
    }
    expect(shapes.size).toBe(DIALECTS.length);
    expect(DIALECTS.length).toBeGreaterThanOrEqual(6);
  });
});

/** JSON without its values. */
function shapeOf(text: string): string {
  return text.replaceAll(/:("(?:[^"\\]|\\.)*"|[\d.]+)/g, (_, value: string) =>
    value.startsWith('"') ? ":s" : ":n",
  );
}
