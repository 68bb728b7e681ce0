import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { errorBody, orderOf, partner, type Partner } from "./partner.ts";

let sandbox: Sandbox;
let client: Partner;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = partner(sandbox);
});
afterAll(async () => {
  await sandbox.dispose();
});

const CALLS: [string, string][] = [
  ["GET", "/wallet"],
  ["GET", "/catalog/products"],
  ["GET", "/catalog/products/900001"],
  ["POST", "/orders"],
  ["GET", "/orders/1"],
  ["GET", "/no-such-address"],
];

describe("§5 authentication", () => {
  it.each(CALLS)("answers %s %s without a key, or with a wrong one, with 401", async (method, path) => {
    const missing = await partner(sandbox, null).send(method, path);
    expect(missing).toMatchObject({ status: 401, body: errorBody(401, "Missing API key") });
    for (const key of ["svc_test_wrong", "svc_live_0123456789abcdef", `${sandbox.key}x`, "nonsense"]) {
      const wrong = await partner(sandbox, key).send(method, path);
      expect(wrong).toMatchObject({ status: 401, body: errorBody(401, "Invalid API key") });
    }
  });

  it("treats an empty key as missing, and a bearer token as no key", async () => {
    expect((await partner(sandbox, "").get("/wallet")).body).toEqual(errorBody(401, "Missing API key"));
    const bearer = await partner(sandbox, null).send("GET", "/wallet", {
      headers: { authorization: `Bearer ${sandbox.key}` },
    });
    expect(bearer.body).toEqual(errorBody(401, "Missing API key"));
  });

  it("refuses a revoked key and accepts the new one", async () => {
    const fresh = "svc_test_fresh";
    await sandbox.control("POST", "keys", { accept: fresh });
    expect((await partner(sandbox, fresh).get("/wallet")).status).toBe(200);
    await sandbox.control("POST", "keys", { revoke: fresh });
    expect((await partner(sandbox, fresh).get("/wallet")).body).toEqual(errorBody(401, "Invalid API key"));
    expect((await client.get("/wallet")).status).toBe(200);
  });

  it("accepts no production key in any call", async () => {
    const live = `svc_live_${"0".repeat(32)}`;
    await expect(sandbox.control("POST", "keys", { accept: live })).rejects.toThrow("400");
    await expect(sandbox.control("POST", "settings", { keys: [live] })).rejects.toThrow("400");
    expect((await partner(sandbox, live).get("/wallet")).body).toEqual(errorBody(401, "Invalid API key"));
  });

  it("makes no order for a wrong key", async () => {
    const order = orderOf(await scenario(sandbox, "slow"));
    await partner(sandbox, "svc_test_wrong").post(order);
    expect((await client.get(`/orders/${order.externalOrderCode}`)).status).toBe(404);
  });
});

describe("§8 limits", () => {
  it("answers 429 above the rate, with Retry-After equal to the seconds of its text; after that wait, calls pass", async () => {
    await sandbox.control("POST", "settings", { rate: { burst: 3, perSecond: 0.2 } });
    try {
      for (let calls = 0; calls < 3; calls += 1) expect((await client.get("/wallet")).status).toBe(200);
      for (const [method, path] of CALLS) {
        const refused = await client.send(method, path);
        expect(refused.status).toBe(429);
        const seconds = Number(refused.headers.get("retry-after"));
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(5);
        expect(refused.body).toEqual(errorBody(429, `Rate limit exceeded. Retry after ${seconds}s.`));
      }
      await sandbox.control("POST", "clock", { moveMs: 5_000 });
      expect((await client.get("/wallet")).status).toBe(200);
    } finally {
      await sandbox.control("POST", "reset");
    }
  });

  it("counts calls without a key, or with a wrong one, apart from those of the partner", async () => {
    await sandbox.control("POST", "settings", { rate: { burst: 2, perSecond: 0.2 } });
    try {
      const strangers = [null, "svc_test_wrong", "svc_test_other", null].map((key) => partner(sandbox, key));
      const statuses: number[] = [];
      for (const stranger of strangers) statuses.push((await stranger.get("/wallet")).status);
      expect(statuses).toEqual([401, 401, 429, 429]);
      expect((await client.get("/wallet")).status).toBe(200);
    } finally {
      await sandbox.control("POST", "reset");
    }
  });

  it("leaves no order behind a POST that was answered 429", async () => {
    await sandbox.control("POST", "settings", { rate: { burst: 1, perSecond: 0.2 } });
    try {
      const order = orderOf(await scenario(sandbox, "slow"));
      expect((await client.post(order)).status).toBe(429);
      expect(await sandbox.control("GET", `orders?code=${order.externalOrderCode}`)).toEqual([]);
    } finally {
      await sandbox.control("POST", "reset");
    }
  });

  it("has a default rate that is high enough for tests and benchmarks", async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => client.get("/wallet")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe("every answer", () => {
  it("carries the service's own Date, which follows its clock", async () => {
    await sandbox.control("POST", "clock", { moveMs: 3_600_000 });
    const { headers } = await client.get("/wallet");
    const skew = Date.parse(headers.get("date") ?? "") - Date.now();
    expect(Math.abs(skew - 3_600_000)).toBeLessThan(10_000);
    await sandbox.control("POST", "reset");
  });

  it("is JSON in the shape of §7, for addresses that do not exist too", async () => {
    const answer = await client.get("/vouchers");
    expect(answer).toMatchObject({ status: 404, body: errorBody(404, "Cannot GET /v2/vouchers") });
    expect((await client.send("DELETE", "/orders/1")).status).toBe(404);
  });

  it("comes from the loopback interface only, and from no control interface unless asked for", async () => {
    const closed = await startSandbox({ control: false });
    try {
      expect(new URL(closed.url).hostname).toBe("127.0.0.1");
      await expect(closed.control("GET", "requests")).rejects.toThrow("404");
    } finally {
      await closed.dispose();
    }
  });
});
