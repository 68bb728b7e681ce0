import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Grant } from "#lib/contracts/team/permission.ts";
import type { WebhookView } from "#lib/contracts/notices/webhooks.ts";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { webhooks } from "#server/db/schema/webhooks.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { listNotices } from "#server/notices/listNotices.ts";
import { attendOrphans } from "#server/notices/webhooks/attendOrphans.ts";
import { addWebhook, changeWebhook, listWebhooks } from "#server/notices/webhooks/manageWebhooks.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";

let stack: TestProgram;
let admin: MemberRequest;
let leaver: MemberRequest;
/** Stands still, so that a moment can be named. */
let now: number;
const clock = { now: () => now };
beforeAll(async () => {
  stack = await createTestProgram();
  now = stack.now();
});
afterAll(() => stack.close());
beforeEach(async () => {
  for (const table of [noticeCauses, notices, webhooks]) await stack.program.db.delete(table);
  [admin, leaver] = [await join("Ada Admin"), await join("Leo Leaver")];
});

async function join(name: string): Promise<MemberRequest> {
  const { id, email } = await stack.addMember("admin", name);
  return {
    ...stack.program,
    clock,
    webhooks: { allowPrivate: true, programSecret: "a secret of the program that is long enough" },
    actor: { id, email, name, role: "admin" },
    environment: "sandbox",
    requestId: randomUUID(),
  };
}

const change = (request: MemberRequest, set: Partial<typeof members.$inferInsert>) =>
  stack.program.db.update(members).set(set).where(eq(members.id, request.actor.id));

async function add(): Promise<string> {
  const { webhook } = await addWebhook(leaver, {
    url: `http://127.0.0.1/${randomUUID()}`,
    kinds: ["order.partial", "wallet.low"],
  });
  return webhook.id;
}

async function listed(): Promise<WebhookView | undefined> {
  return (await listWebhooks(admin)).webhooks[0];
}

/** What the administrator was told, by kind and in how many events. */
async function told(): Promise<[kind: string, count: number][]> {
  while ((await gatherNotices(stack.program)) > 0);
  return (await listNotices(admin, {})).items.map(({ kind, count }) => [kind, count]);
}

async function attendFor(ms: number): Promise<void> {
  now += ms;
  await attendOrphans({ ...stack.program, clock });
}

describe("a webhook whose maker was disabled", () => {
  it("goes on for a week, of which administrators are told, and is paused then, of which they are told", async () => {
    await add();
    await attendFor(0);
    expect([await told(), (await listed())?.orphan]).toEqual([[], null]);

    await change(leaver, { disabledAt: now });
    await attendFor(0);
    const since = now;
    await attendFor(MINUTE);
    expect(await told()).toEqual([["webhook.orphaned", 1]]);
    expect(await listed()).toMatchObject({
      pausedAt: null,
      createdBy: "Leo Leaver",
      orphan: { name: "Leo Leaver", pausesAt: new Date(since + 7 * DAY).toISOString() },
    });

    await attendFor(7 * DAY - 2 * MINUTE);
    expect((await listed())?.pausedAt).toBeNull();
    await attendFor(MINUTE);
    expect(await listed()).toMatchObject({
      pausedAt: new Date(now).toISOString(),
      orphan: { name: "Leo Leaver", pausesAt: null },
    });
    expect(await told()).toEqual([
      ["webhook.orphaned", 1],
      ["webhook.orphaned", 1],
    ]);
    await attendFor(7 * DAY);
    const records = await stack.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.memberId, leaver.actor.id));
    expect(records.flatMap(({ action }) => (action.startsWith("webhook.") ? action : []))).toEqual([
      "webhook.orphaned",
      "webhook.paused",
    ]);
  });

  it("is said to be nobody's at once, before anybody has attended to it", async () => {
    await add();
    await change(leaver, { disabledAt: now });
    expect((await listed())?.orphan).toEqual({
      name: "Leo Leaver",
      pausesAt: new Date(now + 7 * DAY).toISOString(),
    });
  });

  it("goes on if another member keeps it, and is theirs from then on", async () => {
    const webhookId = await add();
    await change(leaver, { disabledAt: now });
    await attendFor(DAY);
    const { webhooks: kept } = await changeWebhook(admin, { webhookId, keep: true });
    expect(kept[0]).toMatchObject({ orphan: null, createdBy: "Leo Leaver", pausedAt: null });
    await attendFor(30 * DAY);
    expect(await listed()).toMatchObject({ orphan: null, pausedAt: null });
    const other = await join("Otto Other");
    await change(admin, { disabledAt: now });
    await attendFor(0);
    expect((await listWebhooks(other)).webhooks[0]?.orphan?.name).toBe("Ada Admin");
  });

  it("goes on with whoever resumes it after it was paused, or chooses what it is told", async () => {
    const webhookId = await add();
    await change(leaver, { disabledAt: now });
    await attendFor(0);
    await attendFor(7 * DAY);
    expect((await changeWebhook(admin, { webhookId, paused: false })).webhooks[0]).toMatchObject({
      orphan: null,
      pausedAt: null,
    });
    await attendFor(30 * DAY);
    expect((await listed())?.pausedAt).toBeNull();

    await stack.program.db.update(webhooks).set({ keptBy: null });
    expect((await changeWebhook(admin, { webhookId, kinds: ["wallet.low"] })).webhooks[0]?.orphan).toBeNull();
  });

  it("is theirs again if they are enabled within the week, without a word", async () => {
    await add();
    await change(leaver, { disabledAt: now });
    await attendFor(DAY);
    await told();
    await change(leaver, { disabledAt: null });
    await attendFor(DAY);
    expect((await listed())?.orphan).toBeNull();
    await change(leaver, { disabledAt: now });
    await attendFor(6 * DAY);
    expect((await listed())?.pausedAt).toBeNull();
  });

  it("is kept by nobody who may not see what it is told", async () => {
    const webhookId = await add();
    await change(leaver, { disabledAt: now });
    await attendFor(MINUTE);
    const grants = ["settings.change" as const, "orders.read" as const];
    const halfway = { ...admin, actor: { ...admin.actor, role: "custom", grants } };
    for (const changes of [{ keep: true as const }, { paused: false }])
      await expect(changeWebhook(halfway, { webhookId, ...changes })).rejects.toMatchObject({
        kind: "validation",
      });
    expect((await listed())?.orphan?.name).toBe("Leo Leaver");
  });
});

describe("a webhook whose maker has another role", () => {
  it.each<[Grant[], boolean]>([
    [["settings.change", "orders.read", "wallet.read"], true],
    [["settings.change", "orders.read"], false],
    [["orders.read", "wallet.read"], false],
  ])("is theirs only as long as they could add it as it is: with %j", async (sandboxGrants, isTheirs) => {
    await add();
    const id = randomUUID();
    await stack.program.db.insert(customRoles).values({
      id,
      name: id,
      nameKey: id,
      accountGrants: [],
      sandboxGrants,
      // What they may do elsewhere does not count.
      productionGrants: ["settings.change", "orders.read", "wallet.read"],
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    await change(leaver, { role: id });
    expect((await listed())?.orphan === null).toBe(isTheirs);
  });
});
