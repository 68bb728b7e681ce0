import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "#scripts/stack/testing/sandboxProcess.ts";
import { scenario } from "#scripts/stack/testing/scenarioProduct.ts";
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

describe("part 5, authentication", () => {
  test.each(CALLS)("%s %s without a key is 401, with a wrong one too", async (method, path) => {
    const missing = await partner(sandbox, null).send(method, path);
    expect(missing).toMatchObject({ status: 401, body: errorBody(401, "Missing API key") });
    for (const key of ["svc_test_wrong", "svc_live_0123456789abcdef", `${sandbox.key}x`, "nonsense"]) {
      const wrong = await partner(sandbox, key).send(method, path);
      expect(wrong).toMatchObject({ status: 401, body: errorBody(401, "Invalid API key") });
    }
  });

  test("an empty key is a missing one, and a bearer token is none", async () => {
    expect((await partner(sandbox, "").get("/wallet")).body).toEqual(errorBody(401, "Missing API key"));
    const bearer = await partner(sandbox, null).send("GET", "/wallet", {
      headers: { authorization: `Bearer ${sandbox.key}` },
    });
    expect(bearer.body).toEqual(errorBody(401, "Missing API key"));
  });

  test("a revoked key is wrong from then on, and the new one right", async () => {
    const fresh = "svc_test_fresh";
    await sandbox.control("POST", "keys", { accept: fresh });
    expect((await partner(sandbox, fresh).get("/wallet")).status).toBe(200);
    await sandbox.control("POST", "keys", { revoke: fresh });
    expect((await partner(sandbox, fresh).get("/wallet")).body).toEqual(errorBody(401, "Invalid API key"));
    expect((await client.get("/wallet")).status).toBe(200);
  });

  test("no order is made for a wrong key", async () => {
    const order = orderOf(await scenario(sandbox, "slow"));
    await partner(sandbox, "svc_test_wrong").post(order);
    expect((await client.get(`/orders/${order.externalOrderCode}`)).status).toBe(404);
  });
});

describe("part 8, limits", () => {
  test("exceeding the rate gives 429 with Retry-After in the seconds of its text; waiting so long helps", async () => {
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

  test("as it comes, the rate is generous enough for tests and benchmarks", async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => client.get("/wallet")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe("what every answer carries", () => {
  test("the service's own Date, which follows its clock", async () => {
    await sandbox.control("POST", "clock", { moveMs: 3_600_000 });
    const { headers } = await client.get("/wallet");
    const skew = Date.parse(headers.get("date") ?? "") - Date.now();
    expect(Math.abs(skew - 3_600_000)).toBeLessThan(10_000);
    await sandbox.control("POST", "reset");
  });

  test("JSON in the shape of part 7 for addresses that do not exist", async () => {
    const answer = await client.get("/vouchers");
    expect(answer).toMatchObject({ status: 404, body: errorBody(404, "Cannot GET /v2/vouchers") });
    expect((await client.send("DELETE", "/orders/1")).status).toBe(404);
  });

  test("only the loopback interface is listened on, and no control interface unless asked for", async () => {
    const closed = await startSandbox({ control: false });
    try {
      expect(new URL(closed.url).hostname).toBe("127.0.0.1");
      await expect(closed.control("GET", "requests")).rejects.toThrow("404");
    } finally {
      await closed.dispose();
    }
  });
});
