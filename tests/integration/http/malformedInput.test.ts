import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import { GET as unknownAddress } from "#app/api/[[...path]]/route.ts";
import { orders } from "#server/db/schema/orders.ts";
import { GET as listOrders } from "#app/api/orders/route.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { GET as listNotices } from "#app/api/notices/route.ts";
import { POST as readNotices } from "#app/api/notices/read/route.ts";
import { POST as placeOrder } from "#app/api/orders/route.ts";
import { allRoutes, paramsOf } from "#tests/support/allRoutes.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let sandbox: Sandbox;
let stack: TestProgram;
let cookie: string;
let buyers: Member[];
beforeAll(async () => {
  sandbox = await startSandbox({ products: 200 });
  stack = await createTestProgram({ SERVICE_SANDBOX_URL: sandbox.url, SERVICE_SANDBOX_KEY: sandbox.key });
  cookie = await stack.signIn(await stack.addMember("admin"));
  buyers = [await stack.addMember("buyer", "Ann Ames"), await stack.addMember("buyer", "A_n 100%")];
});
afterAll(async () => {
  await stack.close();
  await sandbox.dispose();
});

const NAMES = [
  "q",
  "cursor",
  "from",
  "to",
  "take",
  "skip",
  "placedBy",
  "product",
  "member",
  "action",
  "state",
  "sort",
];
const VALUES = [
  "",
  "x",
  "-1",
  "0",
  "1e309",
  "9".repeat(40),
  `1.${"-".repeat(36)}`,
  `99999999999999999.${randomUUID()}`,
  `-1.${randomUUID()}`,
  `1.${randomUUID()}0`,
  `${"9".repeat(15)}_${randomUUID()}`,
  `1_${"-".repeat(36)}`,
  "0000-01-01T00:00:00Z",
  "0000-12-31T23:59:59Z",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-14:00",
  "+012026-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "%25",
  "\\",
  "%F0%9F%92%A9",
  "%ED%A0%80",
];

describe("what cannot be understood", () => {
  it("in a query is refused or finds nothing, on every route, and never fails", async () => {
    const failures: string[] = [];
    let asked = 0;
    for (const each of (await allRoutes()).filter(({ method }) => method === "GET")) {
      const params = paramsOf(each, (name) => (name === "productId" ? "1" : randomUUID()));
      for (const query of NAMES.flatMap((name) => VALUES.map((value) => `${name}=${value}`))) {
        const path = `${each.path.replaceAll(/[[\]]/g, "")}?${query}`;
        const answer = await stack.call(each.handler, { path, cookie, params });
        asked += 1;
        if (answer.status >= 500) failures.push(`${path}: ${answer.status}`);
      }
    }
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(2_000);
    // Thousands of requests: half a minute on a quiet machine.
  });

  it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])(
    "as an instant (%s) is refused with the field",
    async (text) => {
      const answer = await stack.call(listOrders, {
        path: `/api/orders?from=${encodeURIComponent(text)}`,
        cookie,
      });
      expect(answer.status).toBe(400);
      expect(answer.json.fields).toHaveProperty("from");
    },
  );

  it.each([
    ["from", "2026-13-01T00:00:00Z", "Write a date and time with its offset, such as 2026-01-31T08:00:00Z."],
    ["to", "yesterday", "Write a date and time with its offset, such as 2026-01-31T08:00:00Z."],
    ["state", "done", expect.stringMatching(/^Name states among .*completed/)],
  ])("as the filter %s (%s) is refused with what to write", async (filter, text, advice) => {
    const answer = await stack.call(listOrders, { path: `/api/orders?${filter}=${text}`, cookie });
    expect([answer.status, answer.json.fields]).toEqual([400, { [filter]: advice }]);
  });

  it("as an address is answered with a problem document", async () => {
    const answer = unknownAddress();
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(problemSchema.parse(await answer.json())).toMatchObject({ status: 404, type: "not-found" });
  });

  it.each([`${"9".repeat(15)}_${randomUUID()}`, `253402300800000_${randomUUID()}`, `1_${"-".repeat(36)}`])(
    "as a page of notices (%s) is refused with what to do",
    async (cursor) => {
      const answer = await stack.call(listNotices, { path: `/api/notices?cursor=${cursor}`, cookie });
      expect([answer.status, answer.json.fields]).toEqual([
        400,
        { cursor: "Leave this out, or use `cursor` of the page before." },
      ]);
    },
  );

  it.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"])(
    "as the instant until which notices are read (%s) is refused with the field",
    async (until) => {
      const answer = await stack.call(readNotices, { method: "POST", cookie, body: { until } });
      expect([answer.status, answer.json.fields]).toEqual([
        400,
        { until: "Use a year between 0001 and 9999." },
      ]);
    },
  );
});

describe("malformed input", () => {
  it("% and _ in a person's name are signs, not wildcards", async () => {
    const productId = await scenario(sandbox, "price-moves");
    for (const buyer of buyers) {
      const placed = await stack.call(placeOrder, {
        method: "POST",
        cookie: await stack.signIn(buyer),
        body: { currency: "EUR", lines: [{ productId, quantity: 1 }], confirmationId: randomUUID() },
      });
      expect(placed.status).toBe(202);
    }
    expect(await stack.program.db.select({ id: orders.id }).from(orders)).toHaveLength(2);
    const count = async (text: string, filter = "q") => {
      const path = `/api/orders?${filter}=${encodeURIComponent(text)}`;
      const { items } = (await stack.call(listOrders, { path, cookie })).json;
      return Array.isArray(items) ? items.length : -1;
    };
    expect([await count("ann ames"), await count("a_n 100%")]).toEqual([1, 1]);
    expect([await count("%"), await count("An%es"), await count("A__es"), await count("\\")]).toEqual([
      0, 0, 0, 0,
    ]);
    const placedBy = (text: string) => count(text, "placedBy");
    const [ann] = buyers;
    expect([await placedBy("Ann"), await placedBy("ames ANN"), await placedBy(ann?.email ?? "")]).toEqual([
      1, 1, 1,
    ]);
    expect([
      await placedBy("%"),
      await placedBy("nn"),
      await placedBy("An%es"),
      await placedBy("CD"),
    ]).toEqual([0, 0, 0, 0]);
  });
});
