import { describe, expect, it } from "vitest";
import type { ServiceAnswer } from "./client.ts";
import { createServiceClient } from "./createServiceClient.ts";
import { keyProblem } from "#server/config/keyPairing.ts";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";
import { readBaseAddress } from "#server/config/baseAddress.ts";
import { readRetryAfter } from "./retryAfter.ts";
import { harness, KEY, ORDER_BODY, STANDBY } from "./harness.testing.ts";
import { answer, errorAnswer, rawServer, type Reply } from "./rawServer.testing.ts";

const ACCEPTED = answer(202, '{"orderId":7,"status":"processing"}');

function rotation(revoked: readonly string[]): Reply {
  return (socket, { key }) =>
    socket.write(revoked.includes(key ?? "") ? errorAnswer(401, "Invalid API key") : ACCEPTED);
}

function kindOf<T>(given: ServiceAnswer<T>): string {
  return given.ok ? "ok" : given.failure.kind;
}

describe("the key", () => {
  it("is not sent along with a redirect: none is followed", async () => {
    const elsewhere = await rawServer((socket) => socket.end(ACCEPTED));
    for (const statusCode of [301, 302, 303, 307, 308]) {
      await using at = await harness((socket) =>
        socket.write(answer(statusCode, "", { location: `${elsewhere.url}/v2/orders` })),
      );
      expect(await at.place()).toMatchObject({ failure: { kind: "ambiguous", statusCode } });
      expect(await at.client.readWallet()).toMatchObject({ failure: { kind: "ambiguous", statusCode } });
    }
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  });

  it("when revoked is replaced by the standby key with the same bytes, which then stays in use", async () => {
    await using at = await harness(rotation([KEY]), { keys: [KEY, STANDBY] });
    expect(await at.place()).toMatchObject({ ok: true });
    expect(await at.place()).toMatchObject({ ok: true });
    expect(at.server.received.map(({ key }) => key)).toEqual([KEY, STANDBY, STANDBY]);
    for (const { body } of at.server.received) expect(body.equals(Buffer.from(ORDER_BODY))).toBe(true);
    expect(at.records.map(({ statusCode }) => statusCode)).toEqual([401, 202, 202]);
  });

  it("when revoked during many concurrent calls is replaced in each of them", async () => {
    await using at = await harness(rotation([KEY]), { keys: [KEY, STANDBY] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => at.place()));
    expect(answers.map(kindOf)).toEqual(answers.map(() => "ok"));
  });

  it("that is tested is the only one that is sent, and the one in use stays in use", async () => {
    await using at = await harness(rotation([STANDBY]), { keys: [KEY, STANDBY] });
    const inUse = () => at.client.keys().map(({ slot, isInUse }) => [slot, isInUse]);
    expect(kindOf(await at.client.readWallet({ key: "standby" }))).toBe("unauthorised");
    expect(at.server.received.map(({ key }) => key)).toEqual([STANDBY]);
    expect(inUse()).toEqual([
      ["first", true],
      ["standby", false],
    ]);
    const [first, standby] = at.client.keys();
    await at.client.readWallet({ key: "first" });
    expect(at.records.map(({ key }) => key)).toEqual([standby?.fingerprint, first?.fingerprint]);
    expect(JSON.stringify(at.client.keys())).not.toMatch(new RegExp(`${KEY}|${STANDBY}`));
  });

  it("that took over is said to be in use", async () => {
    await using at = await harness(rotation([KEY]), { keys: [KEY, STANDBY] });
    await at.place();
    expect(at.client.keys().find(({ isInUse }) => isInUse)?.slot).toBe("standby");
  });

  it("is tried again when the standby key is revoked later", async () => {
    const revoked = [KEY];
    await using at = await harness(rotation(revoked), { keys: [KEY, STANDBY] });
    expect(await at.place()).toMatchObject({ ok: true });
    revoked.splice(0, 1, STANDBY);
    expect(await at.place()).toMatchObject({ ok: true });
  });

  it("when all are revoked ends in unauthorised, after each was tried once", async () => {
    await using at = await harness(rotation([KEY, STANDBY]), { keys: [KEY, STANDBY] });
    expect(await at.place()).toMatchObject({
      failure: { kind: "unauthorised", body: { message: "Invalid API key" } },
    });
    expect(at.server.received).toHaveLength(2);
  });

  it.each([
    ["as it is", KEY],
    ["as JSON escapes", KEY.replaceAll("_", String.raw`\u005f`)],
    ["in base64", Buffer.from(`key: ${KEY}`).toString("base64")],
    ["percent-encoded", KEY.replaceAll("_", "%5F")],
  ])("is removed from everything the service repeats, %s", async (_, form) => {
    await using at = await harness((socket) =>
      socket.write(answer(400, `{"statusCode":400,"error":"Bad Request","message":"x-api-key ${form}"}`)),
    );
    const placed = await at.place();
    const message = "x-api-key [key]";
    expect(placed).toMatchObject({ failure: { body: { message } } });
    expect(at.records).toMatchObject([{ message }]);
  });

  it.each([
    ["sandbox", "svc_test_abc", true],
    ["production", "svc_live_abc", true],
    ["sandbox", "svc_live_abc", false],
    ["production", "svc_test_abc", false],
    ["sandbox", "svc_test_", false],
    ["sandbox", "", false],
    ["sandbox", "SVC_TEST_abc", false],
    ["sandbox", " svc_test_abc", false],
    ["sandbox", "svc_test_abc\n", false],
    ["sandbox", "svc_test_äbc", false],
  ] as const)("for %s, %j is accepted: %s", (environment, key, accepted) => {
    const problem = keyProblem(environment, key);
    expect(problem === null).toBe(accepted);
    // The message is printed at start-up: it may contain the prefix, never the rest.
    expect(problem ?? "").not.toContain("abc");
  });

  it("of the other environment creates no client", () => {
    const parts = { environment: "production", baseUrl: "https://x.example", keys: [KEY] } as const;
    const filterParams = { country: "a", language: "b", brand: "c", category: "d", tag: "e" };
    const rateLimiter = { acquire: () => Promise.resolve(null), report: () => Promise.resolve() };
    const make = (keys: string[]) => () =>
      createServiceClient({
        ...parts,
        keys,
        filterParams,
        rateLimiter,
        clock: { now: () => 0 },
        record: () => {},
      });
    expect(make([KEY])).toThrow(/sandbox key/);
    expect(make(["svc_live_a", KEY])).toThrow(/sandbox key/);
    expect(make([])).toThrow(/no production key/);
  });
});

describe("the base address", () => {
  it.each([
    ["https://api.example", "https://api.example", "/v2"],
    ["https://api.example/", "https://api.example", "/v2"],
    ["https://api.example/v2", "https://api.example", "/v2"],
    ["https://api.example/v2/", "https://api.example", "/v2"],
    ["https://api.example/codes", "https://api.example", "/codes/v2"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010", "/v2"],
  ])("%s", (given, origin, prefix) => {
    expect(readBaseAddress("production", given)).toEqual({ origin, prefix });
  });

  it.each([
    "",
    "api.example",
    "ftp://x",
    "https://user:pass@x",
    "https://x/?a=1",
    "https://x/#a",
    "http://api.example",
  ])("%j is refused, with a message without it", (given) => {
    expect(() => readBaseAddress("production", given)).toThrow(/^the production address/);
    expect(() => readBaseAddress("production", given)).not.toThrow(/pass@|api\.example/);
  });
});

describe("a request", () => {
  it("has exactly the bytes of the order, once, and nothing else", async () => {
    await using at = await harness((socket) => socket.write(ACCEPTED));
    await at.place();
    const [received] = at.server.received;
    expect(received?.body.equals(Buffer.from(ORDER_BODY))).toBe(true);
    expect(received?.head).toContain("content-type: application/json");
    expect(received?.key).toBe(KEY);
  });

  it.each([
    ["PO-1", "PO-1"],
    [".", "%2E"],
    ["..", "%2E%2E"],
    ["...", "..."],
    ["../wallet", "..%2Fwallet"],
    ["a/b?c#d%e f", "a%2Fb%3Fc%23d%25e%20f"],
    ["a\\b", "a%5Cb"],
    ["%2e%2e", "%252e%252e"],
    ["Заказ-1", "%D0%97%D0%B0%D0%BA%D0%B0%D0%B7-1"],
    ["注文😀", "%E6%B3%A8%E6%96%87%F0%9F%98%80"],
    ["a'(b)*!", "a%27%28b%29%2A%21"],
    ["x\r\nx-api-key: y", "x%0D%0Ax-api-key%3A%20y"],
    ["half \uD800", "half%20%EF%BF%BD"],
  ])("has the reference %j as the segment %s", async (reference, segment) => {
    await using at = await harness((socket) => socket.write(answer(200, '{"status":"processing"}')));
    expect(await at.client.readOrder(reference)).toMatchObject({ ok: true });
    expect(at.server.received[0]?.requestLine).toBe(`GET /v2/orders/${segment} HTTP/1.1`);
    if (!reference.includes("\uD800")) expect(decodeURIComponent(segment)).toBe(reference);
  });

  it("has the filters under their configured names, with unchanged values", async () => {
    await using at = await harness((socket) => socket.write(answer(200, "[]")), {
      filterParams: {
        country: "countryCode",
        language: "lang",
        brand: "b[]",
        category: "category",
        tag: "tag",
      },
    });
    await at.client.listProducts({
      filters: { country: "DE", brand: "A & B+=", tag: "" },
      skip: 200,
      take: 100,
    });
    expect(at.server.received[0]?.requestLine).toBe(
      "GET /v2/catalog/products?skip=200&take=100&countryCode=DE&b%5B%5D=A%20%26%20B%2B%3D HTTP/1.1",
    );
  });

  it("is not sent for more than 100 products, half a product or an empty reference", async () => {
    await using at = await harness((socket) => socket.write(answer(200, "[]")));
    await expect(at.client.listProducts({ skip: 0, take: 101 })).rejects.toThrow(RangeError);
    await expect(at.client.readProduct(1.5)).rejects.toThrow(RangeError);
    await expect(at.client.readOrder("")).rejects.toThrow(RangeError);
    expect(at.server.received).toHaveLength(0);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 6, 15, 12, 0, 0);
  const HOUR = 3_600_000;
  it.each([
    ["seconds", ["30"], 30_000],
    ["zero", ["0"], 0],
    ["a fraction", ["1.5"], 1_500],
    ["an HTTP date", ["Wed, 15 Jul 2026 12:00:40 GMT"], 40_000],
    ["an old HTTP date", ["Wednesday, 15-Jul-26 12:00:40 GMT"], 40_000],
    ["a date of 1994, with two digits", ["Sunday, 06-Nov-94 08:49:37 GMT"], 0],
    ["a date within fifty years, with two digits", ["Wednesday, 15-Jul-76 12:00:40 GMT"], 24 * HOUR],
    ["a date that has passed", ["Wed, 15 Jul 2026 11:00:00 GMT"], 0],
    ["missing", [], null],
    ["empty", [""], null],
    ["garbage", ["soon"], null],
    ["negative", ["-5"], null],
    ["hexadecimal", ["0x10"], null],
    ["an ISO date, which HTTP does not know", ["2026-07-15T12:00:40Z"], null],
    ["huge", ["99999999999999999999"], 24 * HOUR],
    ["the year 9999", ["Fri, 31 Dec 9999 23:59:59 GMT"], 24 * HOUR],
    ["twice: the longer one", ["5", "30"], 30_000],
    ["twice, one of them garbage", ["x", "30"], 30_000],
  ])("%s", (_name, headers, expected) => {
    expect(readRetryAfter(headers, null, now)).toBe(expected);
  });

  it("with a date is measured by the service's own clock", () => {
    expect(readRetryAfter(["Wed, 15 Jul 2026 12:00:40 GMT"], now + 10_000, now - HOUR)).toBe(30_000);
  });
});

describe("the rate limiter", () => {
  it("blocks a call before anything is sent, and says for how long", async () => {
    await using at = await harness((socket) => socket.write(ACCEPTED), {
      clock: { now: () => 1_000 },
      rateLimiter: { acquire: () => Promise.resolve(31_000), report: () => Promise.reject(new Error("no")) },
    });
    expect(await at.place()).toMatchObject({
      failure: { kind: "throttled", statusCode: null, retryAfterMs: 30_000 },
    });
    expect(at.server.received).toHaveLength(0);
  });

  it("that fails before the call prevents it; that fails afterwards does not change the answer", async () => {
    await using blocked = await harness((socket) => socket.write(ACCEPTED), {
      rateLimiter: { acquire: () => Promise.reject(new Error("down")), report: () => Promise.resolve() },
    });
    expect(await blocked.place()).toMatchObject({ failure: { kind: "not_sent" } });
    expect(blocked.server.received).toHaveLength(0);
    await using failing = await harness((socket) => socket.write(ACCEPTED), {
      rateLimiter: { acquire: () => Promise.resolve(null), report: () => Promise.reject(new Error("down")) },
      record: () => {
        throw new Error("disk full");
      },
    });
    expect(await failing.place()).toMatchObject({ ok: true });
  });

  it("is told of a call that got no answer after all answers before it, though nobody waits for those to be stored", async () => {
    const stored: string[] = [];
    const held = Promise.withResolvers<void>();
    let isFirst = true;
    await using at = await harness(
      (socket) => {
        if (isFirst) socket.write(ACCEPTED);
        else socket.destroy();
        isFirst = false;
      },
      {
        rateLimiter: {
          acquire: () => Promise.resolve(null),
          report: async ({ kind }) => {
            if (kind === "answered") await held.promise;
            stored.push(kind);
          },
        },
      },
    );
    expect(kindOf(await at.place())).toBe("ok");
    const lost = at.place();
    await expect.poll(() => at.server.received.length).toBe(2);
    held.resolve();
    expect(kindOf(await lost)).toBe("ambiguous");
    expect(stored).toEqual(["answered", "unreachable"]);
  });

  it("is notified of each answer with the service's date, of each 429 with its Retry-After, and of a call without an answer", async () => {
    const date = "Wed, 15 Jul 2026 12:00:40 GMT";
    const replies = [
      answer(200, "{}", { date }),
      errorAnswer(429, "x", { "retry-after": "9" }),
      errorAnswer(502, "x", { date }),
    ];
    await using at = await harness((socket, _, count) => {
      const bytes = replies[count - 1];
      if (bytes === undefined) socket.destroy();
      else socket.write(bytes);
    });
    for (let count = 0; count < 4; count += 1) await at.client.readWallet();
    const serviceDate = Date.UTC(2026, 6, 15, 12, 0, 40);
    expect(at.outcomes).toMatchObject([
      { kind: "answered", serviceDate },
      { kind: "throttled", retryAfterMs: 9_000 },
      { kind: "answered", serviceDate },
      { kind: "unreachable" },
    ]);
  });
});

describe("the request log", () => {
  it("has one record of each call, without key, code or body", async () => {
    const order = '{"orderId":7,"status":"completed","products":[{"productId":1,"pin":"S3CRET-PIN"}]}';
    await using at = await harness((socket, _, count) =>
      socket.write(count === 1 ? answer(200, order) : errorAnswer(422, "No more")),
    );
    await at.client.readOrder("PO-1", { orderRow: "row" });
    await at.place();
    expect(at.records).toMatchObject([
      { operation: "order", statusCode: 200, failure: null, message: null, orderRow: "row", attempt: null },
      {
        operation: "place",
        statusCode: 422,
        failure: "refused",
        message: "No more",
        orderRow: "row",
        attempt: 3,
      },
    ]);
    expect(JSON.stringify(at.records)).not.toMatch(/S3CRET|k3y|Ünï/);
  });
});

describe("reading a product", () => {
  it("fails for an answer about another product than the one requested", async () => {
    await using at = await harness((socket) => socket.write(answer(200, '{"id":12,"name":"x"}')));
    expect(await at.client.readProduct(12)).toMatchObject({ ok: true, value: { product: { id: 12 } } });
    expect(await at.client.readProduct(13)).toMatchObject({ failure: { kind: "ambiguous" } });
  });
});

describe("JSON is parsed", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["9007199254740991", 9007199254740991],
    ["-0", "-0"],
    ["1.10", "1.10"],
    ["1e400", "1e400"],
    ["[1,23456789012345678901,3]", [1, "23456789012345678901", 3]],
    ['{"12345678901234567890":"12345678901234567890"}', { "12345678901234567890": "12345678901234567890" }],
    ['"a\\"12345678901234567890\\\\"', 'a"12345678901234567890\\'],
    ['["\\\\",12345678901234567890]', ["\\", "12345678901234567890"]],
    ["0.5", 0.5],
  ])("without losing a digit: %s", (json, expected) => {
    expect(parseJson(json)).toEqual(expected);
  });

  it.each([
    "",
    "{",
    "-",
    "012345678901234567890",
    "1.",
    "12345678901234567890x",
    '"12345678901234567890',
    "NaN",
    "--12345678901234567890",
  ])("not where it is invalid: %s", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
