import { changeMember } from "#server/team/changeMember.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { problemSchema } from "#lib/contracts/problem.ts";
import { SECOND } from "#lib/time/instant.ts";
import { endMemberSessions } from "#server/team/memberSessions.ts";
import { AppError } from "#server/context/errors.ts";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";
import {
  createTestProgram,
  DASHBOARD_HOST,
  type Call,
  type TestProgram,
} from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let cookie: string;
let supportCookie: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  cookie = await testProgram.signIn(await testProgram.addMember("admin"));
  supportCookie = await testProgram.signIn(await testProgram.addMember("support"));
});
afterAll(() => testProgram.close());

let ran = 0;
const echo = route({
  permission: null,
  params: z.object({ reference: z.string() }),
  query: z.object({ q: z.string().optional(), brand: z.array(z.string()).optional() }),
  handle: ({ params, query, request }) => ({ params, query, environment: request.environment }),
});
const take = route({
  permission: "orders.place",
  body: z.strictObject({
    quantity: z.int().min(1),
    lines: z.array(z.strictObject({ price: z.int() })).optional(),
    note: z.unknown().optional(),
  }),
  maxBodyBytes: 1_000,
  handle: ({ body }) => {
    ran += 1;
    return reply(202, body, { "x-extra": "1" });
  },
});
const params = { reference: "A-1" };
const post = (call: Call) => testProgram.call(take, { method: "POST", cookie, ...call });

describe("a route", () => {
  it("a request is parsed and answered, never stored, and carries an id to quote", async () => {
    const answer = await testProgram.call(echo, { cookie, params, path: "/api/x?q=steam&brand=a&brand=b" });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ params, query: { q: "steam", brand: ["a", "b"] }, environment: "sandbox" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const other = await testProgram.call(echo, { cookie, params, headers: { "x-request-id": "chosen" } });
    expect(other.headers.get("x-request-id")).not.toBe("chosen");
  });

  it("what a role may not do is refused, and the log says who tried what", async () => {
    const before = testProgram.logged.length;
    const answer = await post({ cookie: supportCookie, body: { quantity: 1 } });
    expect(answer.status).toBe(403);
    const [line, ...more] = testProgram.logged.slice(before);
    expect(more).toEqual([]);
    const logged = z
      .object({
        level: z.string(),
        requestId: z.uuid(),
        memberId: z.uuid(),
        method: z.literal("POST"),
        msg: z.string(),
      })
      .parse(JSON.parse(line ?? ""));
    expect(logged.requestId).toBe(answer.headers.get("x-request-id"));
    expect(logged.msg).toContain("Your role can't place orders");
  });

  it("without a session the answer is 401, never a redirect, and nothing runs", async () => {
    for (const sent of [
      undefined,
      "next-auth.session-token=",
      "other=1",
      "next-auth.session-token=%E0%A4%A",
    ]) {
      const before = ran;
      const answer = await post({ cookie: sent, body: { quantity: 1 } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("location")).toBeNull();
      expect(problemSchema.parse(answer.json).type).toBe("unauthenticated");
      expect(ran).toBe(before);
    }
  });

  it("support can neither place nor reveal, however the request is made", async () => {
    for (const permission of ["orders.place", "codes.reveal", "orders.close", "team.manage"] as const) {
      const handler = route({ permission, handle: () => ({ reached: true }) });
      const answer = await testProgram.call(handler, {
        method: "POST",
        cookie: supportCookie,
        headers: { "x-codedesk-role": "admin", "x-middleware-subrequest": "proxy" },
      });
      expect(answer.status).toBe(403);
      expect(problemSchema.parse(answer.json).type).toBe("forbidden");
    }
  });

  it("a role taken away counts from the next request on", async () => {
    const member = await testProgram.addMember("buyer");
    const session = await testProgram.signIn(member);
    expect((await post({ cookie: session, body: { quantity: 1 } })).status).toBe(202);
    await changeMember(operatorRequest(testProgram.program), { memberId: member.id, role: "support" });
    expect((await post({ cookie: session, body: { quantity: 1 } })).status).toBe(401);
    expect((await post({ cookie: await testProgram.signIn(member), body: { quantity: 1 } })).status).toBe(
      403,
    );
  });
});

const own = `http://${DASHBOARD_HOST}`;
describe("a route", () => {
  it.each<[string, "GET" | "POST", Record<string, string>, number]>([
    ["our own page", "POST", { "sec-fetch-site": "same-origin", origin: own }, 202],
    ["our own page in an older browser", "POST", { origin: own }, 202],
    ["a program without a page", "POST", {}, 202],
    ["an address that was typed", "GET", { "sec-fetch-site": "none" }, 200],
    ["another site", "POST", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["another site, reading", "GET", { "sec-fetch-site": "cross-site" }, 403],
    ["a neighbour under the same domain", "POST", { "sec-fetch-site": "same-site" }, 403],
    ["a neighbour, reading", "GET", { "sec-fetch-site": "same-site" }, 403],
    ["a form nobody's page sent", "POST", { "sec-fetch-site": "none" }, 403],
    ["an opaque origin", "POST", { origin: "null" }, 403],
    ["another port of this host", "POST", { origin: "http://desk.test:4000" }, 403],
    ["a link from elsewhere in an old browser", "GET", { referer: "https://evil.example/x" }, 403],
    [
      "contradicting headers",
      "POST",
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
      403,
    ],
    ["a made-up site", "POST", { "sec-fetch-site": "same-origin, cross-site" }, 403],
  ])(
    "a request from %s (%s) is judged by what the browser says of it",
    async (_, method, headers, status) => {
      const answer =
        method === "POST"
          ? await post({ headers, body: { quantity: 1 } })
          : await testProgram.call(echo, { cookie, headers, params });
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.json.type).toBe("cross-site");
    },
  );

  it.each<[string, unknown, string[]]>([
    ["a wrong type", { quantity: "3" }, ["quantity"]],
    ["a missing member", {}, ["quantity"]],
    ["an unknown member", { quantity: 1, cheaper: true }, ["cheaper"]],
    [
      "a mistake deep inside",
      { quantity: 1, lines: [{ price: 1 }, { price: 1.5, extra: 1 }] },
      ["lines.1.price", "lines.1.extra"],
    ],
    ["an array for an object", [], ["(all of it)"]],
    ["a NUL", '{"quantity":1,"lines":[{"price":1},{"note":"Hello world\\u0000!"}]}', ["lines.1.note"]],
    ["half a character", '{"quantity":1,"note":"a\\ud83d"}', ["note"]],
    ["null", "null", ["(all of it)"]],
    ["a number beyond 2^53", '{"quantity":9007199254740993}', ["quantity"]],
  ])("%s in the body is answered with the place and what to change", async (_, body, fields) => {
    const answer = await post({ body });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const told = problemSchema.parse(answer.json);
    expect(told.type).toBe("validation");
    expect(Object.keys(told.fields ?? {}).toSorted()).toEqual(fields.toSorted());
    expect(told.requestId).toBe(answer.headers.get("x-request-id"));
  });

  it.each<[string, Call, number]>([
    ["no JSON", { body: "{quantity:1}" }, 400],
    ["an empty body", { body: "" }, 400],
    ["text that ends early", { body: '{"quantity":' }, 400],
    ["a __proto__", { body: '{"quantity":1,"__proto__":{"quantity":2}}' }, 400],
    ["a name twice", { body: '{"quantity":1,"quantity":2}' }, 400],
    ["a __proto__ deep inside", { body: '{"quantity":1,"note":[{"__proto__":1}]}' }, 400],
    ["a NUL", { body: '{"quantity":1,"note":"a\\u0000b"}' }, 400],
    ["half a character", { body: '{"quantity":1,"note":{"\\ud800":1}}' }, 400],
    ["fifty levels", { body: `{"quantity":1,"note":${"[".repeat(50)}${"]".repeat(50)}}` }, 400],
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "quantity=1" }, 415],
    ["plain text", { headers: { "content-type": "text/plain" }, body: '{"quantity":1}' }, 415],
    ["too many bytes", { body: { quantity: 1, note: "x".repeat(1_001) } }, 413],
    ["too many bytes of no JSON at all", { body: "[".repeat(2_000) }, 413],
  ])("%s as a body is refused before anything runs", async (_, call, status) => {
    const before = ran;
    const answer = await post(call);
    expect(answer.status).toBe(status);
    expect(problemSchema.parse(answer.json).status).toBe(status);
    expect(ran).toBe(before);
  });

  it("JSON with a charset is JSON", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    expect((await post({ headers, body: '{"quantity":1}' })).status).toBe(202);
  });

  it("a body without a stated length is counted as it comes, and dropped at the limit", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode(" ".repeat(500)));
      },
    });
    const headers = { cookie, host: DASHBOARD_HOST, "content-type": "application/json" };
    // Node asks for the duplex with a stream; the DOM's types do not know it.
    const init = { method: "POST", headers, body, duplex: "half" };
    const http = new Request(`${own}/api/it`, init);
    const response = await take(http, { params: Promise.resolve({}) });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it.each(["a session that ended", "a member who was disabled"])(
    "%s while the body was on its way does nothing any more, however slowly it is sent",
    async (who) => {
      const member = await testProgram.addMember("buyer");
      const headers = {
        host: DASHBOARD_HOST,
        "content-type": "application/json",
        cookie: await testProgram.signIn(member),
      };
      const isRead = Promise.withResolvers<void>();
      const isSent = Promise.withResolvers<void>();
      const body = new ReadableStream(
        {
          pull: async (controller) => {
            isRead.resolve();
            await isSent.promise;
            controller.enqueue(new TextEncoder().encode('{"quantity":1}'));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const before = ran;
      const init = { method: "POST", headers, body, duplex: "half" };
      const http = new Request(`${own}/api/it`, init);
      const answered = take(http, { params: Promise.resolve({}) });
      await isRead.promise;
      const operator = operatorRequest(testProgram.program);
      await (who === "a session that ended"
        ? endMemberSessions(operator, { memberId: member.id })
        : changeMember(operator, { memberId: member.id, disabled: true }));
      testProgram.advance(30 * SECOND);
      isSent.resolve();
      expect((await answered).status).toBe(401);
      expect(ran).toBe(before);
    },
  );

  it("bytes that are no UTF-8 are refused", async () => {
    const http = new Request(`${own}/api/it`, {
      method: "POST",
      headers: { cookie, host: DASHBOARD_HOST, "content-type": "application/json" },
      body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
    });
    expect((await take(http, { params: Promise.resolve({}) })).status).toBe(400);
  });

  it("query names that mean nothing are refused, broken percent signs are only text", async () => {
    const unknown = await testProgram.call(echo, { cookie, params, path: "/api/x?q=1&brnad=2&__proto__=3" });
    expect(unknown.status).toBe(400);
    expect(Object.keys(unknown.json.fields ?? {})).toEqual(["brnad", "__proto__"]);
    const repeated = await testProgram.call(echo, { cookie, params, path: "/api/x?q=1&q=2" });
    expect(problemSchema.parse(repeated.json).fields).toHaveProperty("q");
    const broken = await testProgram.call(echo, { cookie, params, path: "/api/x?q=%E0%A4%A" });
    expect(broken.status).toBe(200);
    expect((await testProgram.call(echo, { cookie, params, path: "/api/x?q=%00" })).status).toBe(400);
    expect((await testProgram.call(echo, { cookie, params: { reference: "a\0b" } })).status).toBe(400);
    const nothing = route({ permission: null, handle: () => ({}) });
    expect((await testProgram.call(nothing, { cookie, path: "/api/x?debug=1" })).status).toBe(400);
  });

  it("a reference that is a name of ours comes back as it was", async () => {
    const answer = await testProgram.call(echo, { cookie, params: { reference: "~new" } });
    expect(answer.json.params).toEqual({ reference: "new" });
  });

  it.each<[string, Record<string, string>, number, string]>([
    ["nothing", {}, 200, "sandbox"],
    ["the header", { "x-codedesk-environment": "sandbox" }, 200, "sandbox"],
    ["an environment without a key", { "x-codedesk-environment": "production" }, 400, "not-configured"],
    ["two at once", { "x-codedesk-environment": "sandbox, production" }, 400, "validation"],
    ["an unknown one", { "x-codedesk-environment": "staging" }, 400, "validation"],
    ["an empty one", { "x-codedesk-environment": "" }, 400, "validation"],
  ])(
    "naming %s decides the environment, or is refused: never the other one instead",
    async (_, headers, status, said) => {
      const answer = await testProgram.call(echo, { cookie, headers, params });
      expect(answer.status).toBe(status);
      expect(answer.json.environment ?? answer.json.type).toBe(said);
    },
  );

  it("the header outranks the cookie, and a cookie for what is not configured is refused, not replaced", async () => {
    const both = { cookie: `${cookie}; codedesk-environment=production`, params };
    expect((await testProgram.call(echo, both)).json.type).toBe("not-configured");
    const header = { "x-codedesk-environment": "sandbox" };
    expect((await testProgram.call(echo, { ...both, headers: header })).json.environment).toBe("sandbox");
  });

  it("errors meant for people keep their words and details; all others tell nothing but the id", async () => {
    const details = {
      service: {
        statusCode: 422,
        error: "Unprocessable Entity",
        message: "Product 7 is not available for purchase.",
      },
      lines: [{ index: 0, productId: 7, message: "Product 7 is not available for purchase." }],
    };
    const refused = route({
      permission: null,
      handle: () => Promise.reject(new AppError("rejected", "The service refused the order.", details)),
    });
    const told = await testProgram.call(refused, { cookie });
    expect(told.status).toBe(422);
    expect(told.json).toMatchObject({ detail: "The service refused the order.", ...details });

    const early = route({
      permission: null,
      handle: () => Promise.reject(new AppError("too-early", "Not yet.", { retryAfterSeconds: 12.2 })),
    });
    const wait = await testProgram.call(early, { cookie });
    expect([wait.status, wait.headers.get("retry-after")]).toEqual([429, "13"]);

    const broken = route({
      permission: null,
      handle: () => Promise.reject(new Error("select secret from canary_table")),
    });
    const hidden = await testProgram.call(broken, { cookie });
    expect(hidden.status).toBe(500);
    expect(JSON.stringify(hidden.json)).not.toContain("canary");
    const requestId = hidden.headers.get("x-request-id") ?? "none";
    expect(hidden.json.detail).toContain(requestId);
    expect(testProgram.logged.find((line) => line.includes(requestId))).toContain("canary_table");
  });

  it("a handler may stream a file; it is not stored either", async () => {
    const file = route({
      permission: null,
      handle: () => new Response("a;b", { headers: { "content-type": "text/csv" } }),
    });
    const http = new Request(`${own}/api/file`, { headers: { cookie, host: DASHBOARD_HOST } });
    const response = await file(http, { params: Promise.resolve({}) });
    expect(await response.text()).toBe("a;b");
    expect(response.headers.get("content-type")).toBe("text/csv");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).not.toBeNull();
  });
});
