import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { captureConsole } from "#server/context/captureConsole.ts";
import { formatError } from "#server/context/describeError.ts";
import { createLog } from "#server/context/log.ts";
import { members } from "#server/db/schema/members.ts";
import { codeFingerprints, codeLists } from "#server/db/schema/orders.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { allRoutes, paramsOf, type Route } from "#tests/support/allRoutes.ts";
import { createTestProgram, type Call, type Member, type TestProgram } from "#tests/support/testProgram.ts";
import type { RouteHandler } from "#server/route/route.ts";
import { answerNext } from "#tests/support/serviceAnswers.ts";

/** Every typed text, code, hash and key begins with this or is in `secrets`. */
const CANARY = "canary-4711";
const secrets = new Set([CANARY, "argon2", "Canary"]);

let sandbox: Sandbox;
let stack: TestProgram;
/** An administrator for each round, who may end their own sessions and change their password. */
let others: { member: Member; cookie: string }[];
let admin: Member;
let cookie: string;
beforeAll(async () => {
  sandbox = await startSandbox({ products: 200 });
  stack = await createTestProgram({ SERVICE_SANDBOX_URL: sandbox.url, SERVICE_SANDBOX_KEY: sandbox.key });
  secrets.add(sandbox.key).add(sandbox.key.slice(9));
  others = [];
  for (let round = 0; round < 6; round += 1) {
    const member = await stack.addMember("admin");
    secrets.add(member.password);
    others.push({ member, cookie: await stack.signIn(member) });
  }
  next();
});
afterAll(async () => {
  await stack.close();
  await sandbox.dispose();
});

function next(): void {
  const other = others.shift();
  if (other === undefined) throw new Error("no administrator left");
  ({ member: admin, cookie } = other);
}

let productId: number;
/** Bodies that are accepted, so that what was typed reaches the database. */
function bodiesOf({ method, path }: Route): unknown[] {
  const typed = `${CANARY} ${randomUUID()}`;
  const order = {
    currency: "EUR",
    lines: [{ productId, quantity: 1 }],
    externalOrderCode: typed,
    note: typed,
    purchaseOrder: typed,
  };
  const draft = { externalOrderCode: typed, note: typed, purchaseOrder: typed, lines: [] };
  const bodies: Record<string, unknown[]> = {
    "POST /api/orders": [{ ...order, confirmationId: randomUUID() }],
    "POST /api/orders/preflight": [
      { currency: order.currency, lines: order.lines, externalOrderCode: typed },
    ],
    "PUT /api/orders/draft": [{ draft, version: 0 }],
    "PATCH /api/orders/draft": [{ id: randomUUID(), version: 0, texts: { note: typed }, lines: [] }],
    "POST /api/orders/draft/lines": [
      { lines: [{ id: randomUUID(), productId: 1, amount: CANARY, quantity: CANARY, countryCode: "" }] },
    ],
    "POST /api/orders/drafts": [{ name: CANARY, lines: [] }],
    "PATCH /api/orders/drafts/[draftId]": [{ name: CANARY }],
    "POST /api/orders/[reference]/codes": [{ reason: typed }],
    "POST /api/orders/[reference]/export": [{ format: "csv", take: 1, passphrase: typed, reason: typed }],
    "POST /api/codes/releases": [{ reference: typed, take: 1, reason: typed }],
    "POST /api/codes/hand-outs": [{ productId, customerReference: typed, takeId: randomUUID() }],
    "POST /api/codes/hand-outs/history": [{ customerReference: typed }],
    "POST /api/codes/hand-outs/read": [{ customerReference: typed, reason: typed }],
    "POST /api/orders/[reference]/close": [{ reason: typed }],
    "POST /api/orders/[reference]/accept": [{ reason: typed }],
    "POST /api/lookup/code": [{ code: `${CANARY}${typed}` }],
    "POST /api/lookup/orders": [{ references: [typed], service: true }],
    "POST /api/team": [{ email: `${randomUUID()}@${CANARY}.example`, name: typed, role: "buyer" }],
    "PUT /api/settings/password": [
      { currentPassword: typed, newPassword: typed },
      { currentPassword: admin.password, newPassword: `${CANARY} and some words` },
    ],
    "POST /api/catalog/views": [{ name: typed, query: "", scope: "own" }],
  };
  return [...(bodies[`${method} ${path}`] ?? []), { [CANARY]: CANARY }, `{"${CANARY}":`, CANARY];
}

/** Calls every route with valid and invalid input; returns how often the program failed. */
async function typeEverywhere(): Promise<number> {
  next();
  let failed = 0;
  const names = ["q", "cursor", "placedBy", "from", "to", "member", "action", CANARY];
  for (const each of await allRoutes()) {
    const params = paramsOf(each, (name) => (name === "reference" ? CANARY : randomUUID()));
    const queries = [
      "",
      ...names.map((name) => `?${name}=${CANARY}`),
      `?cursor=1.${"-".repeat(36)}`,
      `?q=${CANARY}%00`,
    ];
    const calls: Call[] =
      each.method === "GET"
        ? queries.map((query) => ({ path: each.path + query }))
        : bodiesOf(each).map((body) => ({ body }));
    for (const call of calls) {
      const path = (call.path ?? each.path).replaceAll(/[[\]]/g, "");
      const answer = await stack.call(each.handler, { ...call, path, method: each.method, cookie, params });
      if (answer.status >= 500) failed += 1;
    }
  }
  return failed;
}

async function signInWrongly(): Promise<void> {
  for (const credentials of [
    { email: admin.email, password: CANARY },
    { email: `${CANARY}@partner.example`, password: CANARY },
    { email: `${CANARY}\0@partner.example`, password: `${CANARY}\0` },
    { email: CANARY, password: admin.password },
  ]) {
    await stack.attempt(credentials);
  }
}

let searched = 0;
function expectNoSecretIn(text: string): void {
  searched += Buffer.byteLength(text);
  for (const secret of secrets)
    expect(text.includes(secret), `a secret (${secret.slice(0, 3)}…) was logged`).toBe(false);
}

/** Calls each route without a session, with line ends and control characters in all that can be typed. */
async function typeAnonymously(): Promise<string[]> {
  const failed: string[] = [];
  const ends = ["%0A", "%0D%0A", "%00", "%1B%5B31m", "%7F", "%C2%85", "%E2%80%A8"];
  const names = ["error", "callbackUrl", "code", "state", "month", CANARY];
  for (const each of await allRoutes()) {
    const params = paramsOf(each, () => `${CANARY}\n\u001b`);
    const path = each.path.replaceAll(/[[\]]/g, "");
    const calls: Call[] = names.flatMap((name) =>
      ends.map((end) => ({ path: `${path}?${name}=${CANARY}${end}X` })),
    );
    const body = { token: `${CANARY}\r\nX`, code: `${CANARY}\u0085`, [`${CANARY}\n`]: 1 };
    for (const call of each.method === "GET" ? calls : [...calls.slice(0, 2), { path, body }]) {
      const answer = await stack.call(each.handler, { ...call, method: each.method, params });
      if (answer.status >= 500 && answer.status !== 503) failed.push(`${each.method} ${call.path ?? ""}`);
    }
  }
  for (const action of ["signin", "error", "csrf", "session", "providers", "callback/oidc", "signout"]) {
    for (const name of names) {
      for (const end of ends) {
        const path = `${action}?${name}=${CANARY}${end}X`;
        const { status } = await stack.auth(path);
        if (status >= 500) failed.push(`GET auth/${path}`);
      }
    }
  }
  return failed;
}

describe("what people type, codes, hashes and keys", () => {
  it("are in no log line and no failure when strangers type line ends and control characters", async () => {
    const from = stack.logged.length;
    expect(await typeAnonymously()).toEqual([]);
    const answer = await stack.auth(`error?error=${CANARY}%0AX`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringContaining(CANARY)]);
    expectNoSecretIn(stack.logged.slice(from).join("\n"));
  });

  it("are in no log line while the dashboard is healthy", async () => {
    productId = await scenario(sandbox, "price-moves");
    await typeEverywhere();
    await signInWrongly();
    expectNoSecretIn(stack.logged.join(""));
  });

  it("are nowhere, as codes that are pasted to find their order: in no table, no log line and no answer", async () => {
    next();
    const pin = `PASTED-${randomUUID().toUpperCase()}`;
    const placed = await placeCanaryOrder();
    await deliver(placed, [pin]);
    await sandbox.control("DELETE", "faults");
    const { POST } = await import("#app/api/lookup/code/route.ts");
    const orders = await import("#app/api/lookup/orders/route.ts");
    const post = (handler: RouteHandler, body: object) =>
      stack.call(handler, { method: "POST", cookie, body });
    const answers = [
      await post(POST, { code: pin.toLowerCase() }),
      await post(POST, { code: `${pin}-NOT` }),
      await post(POST, { code: `${pin} `.repeat(60) }),
      await post(POST, { code: pin, [pin.slice(0, 4)]: 1 }),
      await post(orders.POST, { references: ["unknown-7"], service: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 200]);
    expect(JSON.stringify(answers[0]?.json)).toContain(placed);
    const pasted = await post(orders.POST, { references: [pin], service: true });
    expect(JSON.stringify(pasted.json)).toContain('"outcome":"code"');
    const dumps: string[] = [];
    for (const table of await tables()) {
      const { rows } = await stack.program.db.execute(
        sql.raw(`select "${table}"::text as row from "${table}"`),
      );
      dumps.push(...rows.map(({ row }) => String(row)));
    }
    const everywhere = [...dumps, ...stack.logged, ...answers.map(({ json }) => JSON.stringify(json))].join(
      "\n",
    );
    const plain = pin.replaceAll("-", "");
    const written = [pin, plain].flatMap((text) => [
      text,
      encodeURIComponent(text),
      Buffer.from(text).toString("base64").slice(0, -4),
      Buffer.from(text).toString("hex"),
    ]);
    expect(everywhere).toContain("codes.searched");
    for (const text of written) expect(everywhere.toLowerCase()).not.toContain(text.toLowerCase());
  });

  it("are in no log line when codes are revealed and cannot be remembered", async () => {
    next();
    const placed = await placeCanaryOrder();
    await deliver(placed, [`${CANARY}-A`, `${CANARY}-B`]);
    await stack.program.db.delete(codeFingerprints);
    await stack.program.db.delete(codeLists);
    await refuseWrites("code_fingerprints");
    const confirm = await import("#app/api/session/confirm/route.ts");
    const confirmation = { method: "POST", cookie, body: { password: admin.password } };
    expect((await stack.call(confirm.POST, confirmation)).status).toBeLessThan(300);
    const { POST } = await import("#app/api/orders/[reference]/codes/route.ts");
    const call = { method: "POST", cookie, params: { reference: placed }, body: { reason: CANARY } };
    const before = stack.logged.length;
    expect((await stack.call(POST, call)).status).toBe(500);
    expect(stack.logged.length).toBeGreaterThan(before);
    expectNoSecretIn(stack.logged.join(""));
  });

  it("are in no log line when every write is refused with the row in the answer", async () => {
    for (const table of await tables()) {
      if (table !== "sessions" && table !== "sign_in_attempts") await refuseWrites(table);
    }
    expect(await typeEverywhere()).toBeGreaterThan(5);
    await signInWrongly();
    expectNoSecretIn(stack.logged.join(""));
  });

  it("are in no log line when every statement fails but those of the session", async () => {
    for (const table of await tables()) {
      if (table === "sessions" || table === "members") continue;
      await stack.program.db.execute(sql.raw(`alter table ${table} rename to gone_${table}`));
    }
    expect(await typeEverywhere()).toBeGreaterThan(20);
    await signInWrongly();
    expectNoSecretIn(stack.logged.join(""));
    const lines = stack.logged.map((line) => z.object({ error: z.unknown() }).parse(JSON.parse(line)));
    expect(lines.some(({ error }) => z.object({ statement: z.string() }).safeParse(error).success)).toBe(
      true,
    );
    console.info(`canary: ${searched} bytes searched in ${stack.logged.length} log lines`);
    expect(searched).toBeGreaterThan(100_000);
  });
});

describe("secrets", () => {
  it("a failed statement's error has no parameter in it, however it is printed", async () => {
    const { db } = stack.program;
    const failing = [
      () => db.select().from(members).where(eq(members.id, CANARY)),
      () => db.update(members).set({ passwordHash: CANARY, role: sql`1 / 0 || ${CANARY}` }),
      () => db.execute(sql`select ${CANARY}::int`),
      () => db.transaction((tx) => tx.execute(sql`select ${CANARY}::uuid`)),
    ];
    const text: string[] = [];
    const printed = {
      error: () => undefined,
      warn: () => undefined,
      info: () => undefined,
      log: () => undefined,
      debug: () => undefined,
    };
    captureConsole(createLog("debug", { write: (line) => void text.push(line) }), printed);
    for (const statement of failing) {
      const error: unknown = await Promise.resolve(statement()).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      text.push(
        inspect(error, { depth: 10, showHidden: true }),
        String(error),
        JSON.stringify(error),
        formatError(error),
      );
      Reflect.apply(printed.error, null, ["⨯", error]);
    }
    expect(text).toHaveLength(failing.length * 5);
    expect(text.join("")).toMatch(/22P02|22012/);
    expectNoSecretIn(text.join(""));
  });
});

/** Places an order in which every free text is a canary. Returns its reference. */
async function placeCanaryOrder(): Promise<string> {
  const { POST } = await import("#app/api/orders/route.ts");
  const body = {
    currency: "EUR",
    lines: [{ productId, quantity: 2 }],
    externalOrderCode: `${CANARY}-${randomUUID()}`,
    confirmationId: randomUUID(),
  };
  const answer = await stack.call(POST, { method: "POST", cookie, body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(202);
  return body.externalOrderCode;
}

/** From now on the service says that these codes were delivered; polls the order once. */
async function deliver(reference: string, pins: string[]): Promise<void> {
  const products = pins.map((pin) => ({ pin }));
  const body = { status: "completed", delivered: pins.length, products };
  await answerNext(sandbox, "order", body, { times: 1_000 });
  stack.advance(600_000);
  const { POST } = await import("#app/api/orders/[reference]/check/route.ts");
  const checked = await stack.call(POST, { method: "POST", cookie, params: { reference } });
  expect(checked.status, JSON.stringify(checked.json)).toBe(200);
}

async function tables(): Promise<string[]> {
  const { rows } = await stack.program.db.execute<{ tablename: string }>(
    sql`select tablename from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ tablename }) => tablename);
}

/** Makes writes fail on a check constraint: PostgreSQL then returns the whole row in its error. */
async function refuseWrites(table: string): Promise<void> {
  await stack.program.db.execute(
    sql.raw(`alter table ${table} add constraint refuse_${table}_${Date.now()} check (false) not valid`),
  );
}
