import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import type { MemberRequest, WebhookRules } from "#server/context/context.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { webhookDeliveries, webhooks } from "#server/db/schema/webhooks.ts";
import { startJobQueue } from "#server/jobs/jobQueue.ts";
import { dispatchNotices } from "#server/notices/dispatchNotices.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listDeliveries, resendDelivery, testWebhook } from "#server/notices/webhooks/deliveries.ts";
import { deliverWebhook } from "#server/notices/webhooks/deliverWebhook.ts";
import { addWebhook, changeWebhook, listWebhooks } from "#server/notices/webhooks/manageWebhooks.ts";
import { SHORT_RETENTION } from "#tests/support/shortRetention.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

let testProgram: TestProgram;
let admin: MemberRequest;
let buyer: MemberRequest;
let receiver: Server;
let address: string;
const received: Received[] = [];
/** The receiver's next answers; 204 when there are none left. */
const answers: number[] = [];
/** The addresses that names resolve to at the moment. */
const names = new Map<string, string[]>();
const PROGRAM_SECRET = "a secret of the program that is long enough";

beforeAll(async () => {
  testProgram = await createTestProgram();
  const as = async (role: Role): Promise<MemberRequest> => {
    const { id, email } = await testProgram.addMember(role, role);
    return {
      ...programWith({ allowPrivate: true }),
      actor: { id, email, name: role, role },
      environment: "sandbox",
      requestId: randomUUID(),
    };
  };
  [admin, buyer] = [await as("admin"), await as("buyer")];
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push({
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(pieces).toString("utf8"),
      });
      const status = answers.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const at = receiver.address();
  address = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}/hook`;
});
afterAll(async () => {
  receiver.close();
  await testProgram.close();
});
beforeEach(async () => {
  for (const table of [noticeCauses, notices, webhooks]) await testProgram.program.db.delete(table);
  received.length = 0;
  answers.length = 0;
});

function programWith(rules: WebhookRules) {
  return {
    ...testProgram.program,
    ownAddress: "https://desk.partner.example",
    webhooks: { ...rules, programSecret: PROGRAM_SECRET },
  };
}

/** As in production; names resolve as the test says. */
const strictly = (request: MemberRequest): MemberRequest => ({
  ...request,
  ...programWith({ allowPrivate: false, resolve: async (host) => names.get(host) ?? [] }),
});

async function add(kinds: Parameters<typeof addWebhook>[1]["kinds"] = ["order.partial", "wallet.low"]) {
  return addWebhook(admin, { url: address, kinds });
}

/** Dispatches the gathered notices and returns the ids of the deliveries. */
async function dispatch(): Promise<string[]> {
  const ids: string[] = [];
  while ((await gatherNotices(admin)) > 0);
  testProgram.advance(MINUTE);
  await dispatchNotices(
    { ...admin, clock: testProgram.program.clock },
    {
      mail: async () => undefined,
      deliver: async (_tx, id) => void ids.push(id),
    },
  );
  return ids;
}

async function lowBalance(count = 1): Promise<void> {
  const at = testProgram.now();
  const cause = { at, kind: "wallet.low" as const, environment: "sandbox" as const };
  await testProgram.program.db
    .insert(noticeCauses)
    .values(Array.from({ length: count }, (_, place) => ({ ...cause, currency: `C${place}` })));
}

const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === "fulfilled").length;

describe("webhooks that are added at the same moment", () => {
  it("are never more than there can be", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, place) => addWebhook(admin, { url: `${address}/${place}`, kinds: [] })),
    );
    expect(fulfilled(results)).toBe(20);
    expect((await listWebhooks(admin)).webhooks).toHaveLength(20);
  });

  it("are one if their address is the same", async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => add()));
    expect(fulfilled(results)).toBe(1);
    expect((await listWebhooks(admin)).webhooks).toHaveLength(1);
  });
});

describe("a webhook", () => {
  it("gets one message about many things, signed with the secret that was shown once", async () => {
    const { webhook, secret } = await add();
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await listWebhooks(admin))).not.toContain(secret.slice(6));
    const [stored] = await testProgram.program.db.select().from(webhooks);
    expect(stored?.secret.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
    await lowBalance(1_000);
    const [id = "", ...more] = await dispatch();
    expect(more).toEqual([]);
    expect(await deliverWebhook(admin, id)).toBe(true);
    const [message] = received;
    const {
      "webhook-id": messageId,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
    } = message?.headers ?? {};
    expect(messageId).toBe(`msg_${id}`);
    expect(Math.abs(Number(timestamp) * 1_000 - testProgram.now())).toBeLessThan(2 * MINUTE);
    const signed = `${String(messageId)}.${String(timestamp)}.${message?.body ?? ""}`;
    const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(signed)
      .digest("base64");
    expect(signature).toBe(`v1,${mac}`);
    const body: unknown = JSON.parse(message?.body ?? "");
    expect(body).toMatchObject({
      type: "wallet.low",
      data: {
        environment: "sandbox",
        count: 1_000,
        url: "https://desk.partner.example/wallet?environment=sandbox",
      },
    });
    expect(body).toHaveProperty("data.currencies.length", 100);
    // A delivered message stays delivered if the job is run again.
    expect(await deliverWebhook(admin, id)).toBe(true);
    expect(received).toHaveLength(1);
    expect((await listDeliveries(admin, { webhookId: webhook.id })).deliveries[0]).toMatchObject({
      id,
      state: "delivered",
      kind: "wallet.low",
    });
  });

  it("that fails is tried again under the same id, with a log of all attempts, until it is given up", async () => {
    const { webhook } = await add();
    await lowBalance();
    const [id = ""] = await dispatch();
    answers.push(500, 302, 503, 503);
    expect(await deliverWebhook(admin, id)).toBe(false);
    expect(await deliverWebhook(admin, id)).toBe(false);
    expect(await deliverWebhook(admin, id, { isLast: true })).toBe(false);
    const [failed] = (await listDeliveries(admin, { webhookId: webhook.id })).deliveries;
    expect(failed?.state).toBe("failed");
    expect(failed?.attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
      [500, "It answered 500."],
      [302, "It redirects (302): enter the final address."],
      [503, "It answered 503."],
    ]);
    const resent = await resendDelivery(admin, { webhookId: webhook.id, deliveryId: id });
    expect(resent.deliveries[0]?.attempts).toHaveLength(4);
    expect(
      (await resendDelivery(admin, { webhookId: webhook.id, deliveryId: id })).deliveries[0]?.state,
    ).toBe("delivered");
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([`msg_${id}`]));
    expect(received.map(({ path }) => path)).not.toContain("/elsewhere");
  });

  it("that answers 410 is paused, and a paused one gets nothing but a test", async () => {
    const { webhook } = await add();
    await lowBalance();
    const [id = ""] = await dispatch();
    answers.push(410);
    expect(await deliverWebhook(admin, id)).toBe(true);
    expect((await listWebhooks(admin)).webhooks[0]?.pausedAt).not.toBeNull();
    testProgram.advance(61 * MINUTE);
    await lowBalance();
    expect(await dispatch()).toEqual([]);
    const { deliveries } = await testWebhook(admin, { webhookId: webhook.id });
    expect(deliveries[0]).toMatchObject({ kind: null, state: "delivered" });
    await changeWebhook(admin, { webhookId: webhook.id, paused: false });
    testProgram.advance(61 * MINUTE);
    await lowBalance();
    expect(await dispatch()).toHaveLength(1);
  });

  it("shows and repeats to each member only the messages about what they may see themselves", async () => {
    const { webhook } = await add();
    const webhookId = webhook.id;
    await lowBalance();
    const [deliveryId = ""] = await dispatch();
    await testWebhook(admin, { webhookId });
    const grants = ["settings.change" as const, "orders.read" as const];
    const halfway = { ...admin, actor: { ...admin.actor, role: "custom", grants } };
    const kindsSeenBy = async (request: MemberRequest) =>
      (await listDeliveries(request, { webhookId })).deliveries.map(({ kind }) => kind);
    expect(await kindsSeenBy(admin)).toEqual([null, "wallet.low"]);
    expect(await kindsSeenBy(halfway)).toEqual([null]);
    await expect(resendDelivery(halfway, { webhookId, deliveryId })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  it("gets no more tests and repeated messages from one member than a few, then one every ten seconds", async () => {
    const { webhook } = await add();
    const webhookId = webhook.id;
    await lowBalance();
    const [deliveryId = ""] = await dispatch();
    // The clock stands still, because on a slow machine the share could otherwise be refilled between the calls.
    let now = testProgram.now();
    const person = { ...admin, sessionId: randomUUID(), clock: { now: () => now } };
    const send = (place: number) =>
      place % 2 === 0
        ? testWebhook(person, { webhookId })
        : resendDelivery(person, { webhookId, deliveryId });
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, place) => send(place)));
    expect(fulfilled(results)).toBe(10);
    expect(received).toHaveLength(10);
    for (const result of results.filter(({ status }) => status === "rejected")) {
      expect(result).toMatchObject({
        reason: { kind: "too-many", details: { retryAfterSeconds: 10 } },
      });
    }
    await expect(send(1)).rejects.toThrow("You send to webhooks too often.");
    now += 10 * SECOND;
    expect(fulfilled(await Promise.allSettled([send(0), send(1), send(2)]))).toBe(1);
    expect(received).toHaveLength(11);
  });

  it("goes through the job queue", async () => {
    await add();
    await lowBalance();
    const program = { ...admin, services: {} };
    const queue = await startJobQueue(program, testProgram.database.url, SHORT_RETENTION);
    try {
      await gatherNotices(program);
      testProgram.advance(MINUTE);
      await dispatchNotices(program, queue);
      await expect.poll(() => received.length).toBe(1);
    } finally {
      await queue.stop();
    }
  });

  it("is added by who may change settings, for what they may see themselves, and without a trace of its path", async () => {
    await expect(addWebhook(buyer, { url: address, kinds: ["wallet.low"] })).rejects.toMatchObject({
      kind: "forbidden",
    });
    const halfway = {
      ...admin,
      actor: { ...admin.actor, role: "custom", grants: ["settings.change" as const, "orders.read" as const] },
    };
    await expect(addWebhook(halfway, { url: address, kinds: ["wallet.low"] })).rejects.toMatchObject({
      kind: "validation",
    });
    await expect(addWebhook(admin, { url: address, kinds: ["sign-in"] })).rejects.toMatchObject({
      kind: "validation",
    });
    await addWebhook(admin, { url: `${address}/t0ken`, kinds: ["wallet.low"] });
    const records = await testProgram.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.action, "webhook.added"));
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records.map(({ details }) => details))).not.toContain("t0ken");
    expect((await listWebhooks({ ...admin, environment: "production" })).webhooks).toEqual([]);
  });
});

describe("an address of this machine or its network", () => {
  it.each([
    "http://example.com/",
    "https://localhost/",
    "https://dashboard/",
    "https://desk.internal/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://user:password@example.com/",
    "ftp://example.com/",
  ])("is refused when it is entered: %s", async (url) => {
    names.set("example.com", ["93.184.216.34"]);
    await expect(addWebhook(strictly(admin), { url, kinds: ["wallet.low"] })).rejects.toMatchObject({
      kind: "validation",
    });
  });

  it.each([[["10.0.0.7"]], [["93.184.216.34", "127.0.0.1"]], [["::ffff:127.0.0.1"]], [["fe80::1"]], [[]]])(
    "is refused where a name leads to it: %j",
    async (addresses) => {
      names.set("hook.example.com", addresses);
      const adding = addWebhook(strictly(admin), { url: "https://hook.example.com/", kinds: ["wallet.low"] });
      await expect(adding).rejects.toMatchObject({ kind: "validation" });
    },
  );

  it("is not connected to by a name that leads elsewhere once it was added (DNS rebinding)", async () => {
    const { port } = new URL(address);
    names.set("hook.example.com", ["93.184.216.34"]);
    const { webhook } = await addWebhook(strictly(admin), {
      url: `https://hook.example.com:${port}/`,
      kinds: ["wallet.low"],
    });
    let connections = 0;
    const count = () => void (connections += 1);
    receiver.on("connection", count);
    names.set("hook.example.com", ["127.0.0.1"]);
    const { deliveries } = await testWebhook(strictly(admin), { webhookId: webhook.id });
    receiver.off("connection", count);
    expect(deliveries[0]).toMatchObject({
      state: "failed",
      attempts: [{ statusCode: null, error: expect.stringContaining("on the internet") }],
    });
    expect(connections).toBe(0);
    await testProgram.program.db.delete(webhookDeliveries);
  });
});
