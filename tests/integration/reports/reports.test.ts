import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as saveViewRoute } from "#app/api/orders/views/route.ts";
import { GET as fileRoute } from "#app/api/reports/[reportId]/files/[day]/route.ts";
import { DELETE as removeRoute, PATCH as pauseRoute } from "#app/api/reports/[reportId]/route.ts";
import { GET as listRoute, POST as addRoute } from "#app/api/reports/route.ts";
import { orderListViewsSchema } from "#lib/contracts/orders/orderViews.ts";
import type { ReportKind } from "#lib/contracts/reports/reportKinds.ts";
import { reportsSchema, type Report } from "#lib/contracts/reports/reports.ts";
import { DAY, HOUR, SECOND } from "#lib/time/instant.ts";
import { openClaim } from "#server/claims/openClaim.ts";
import { absentMember } from "#server/context/absentMember.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeCauses } from "#server/db/schema/notices.ts";
import { reportFiles } from "#server/db/schema/reports.ts";
import { makeReport } from "#server/reports/makeReport.ts";
import { tablesWith } from "#tests/support/findSecret.ts";
import { createSecondInstance } from "#tests/support/secondInstance.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
import { createCodesWorld, type CodesWorld } from "#tests/integration/codes/codesWorld.ts";

let world: CodesWorld;
let buyer: Member;
let cookie: string;
beforeAll(async () => {
  world = await createCodesWorld();
  buyer = await world.stack.addMember("buyer", "Bea");
  cookie = await world.stack.signIn(buyer);
});
afterAll(() => world.close());

/** Every week, on the day and at the time of tomorrow (UTC). */
function weekly() {
  const tomorrow = new Date(world.stack.now() + DAY);
  const weekday = (tomorrow.getUTCDay() + 6) % 7;
  return { every: { kind: "week", weekday }, time: tomorrow.toISOString().slice(11, 16), zone: "UTC" };
}

function add(kind: ReportKind, more: object = {}, by = cookie): Promise<Answer> {
  return world.stack.call(addRoute, { method: "POST", cookie: by, body: { kind, cuts: weekly(), ...more } });
}

async function added(kind: ReportKind, more: object = {}): Promise<Report> {
  const answer = await add(kind, more);
  expect(answer.status, JSON.stringify(answer.json)).toBe(201);
  const report = reportsSchema.parse(answer.json).reports.at(-1);
  if (report === undefined) throw new Error("no report");
  return report;
}

async function list(by = cookie): Promise<Report[]> {
  return reportsSchema.parse((await world.stack.call(listRoute, { cookie: by })).json).reports;
}
const found = async ({ id }: Report) => (await list()).find((report) => report.id === id);

async function until(ms: number): Promise<void> {
  world.stack.advance(ms);
  cookie = await world.stack.signIn(buyer);
}

async function work(program = world.stack.program): Promise<void> {
  while (await makeReport(program));
}

function file({ id: reportId }: Report, day: string, by = cookie): Promise<Answer> {
  return world.stack.call(fileRoute, { cookie: by, params: { reportId, day } });
}
const dayOf = async (report: Report) => (await found(report))?.files[0]?.day ?? "";
const remove = ({ id: reportId }: Report) =>
  world.stack.call(removeRoute, { method: "DELETE", cookie, params: { reportId } });
const pause = ({ id: reportId }: Report, paused: boolean) =>
  world.stack.call(pauseRoute, { method: "PATCH", cookie, params: { reportId }, body: { paused } });

async function asBuyer(): Promise<MemberRequest> {
  const { program } = world.stack;
  const actor = await absentMember(program, { memberId: buyer.id, environment: "sandbox" });
  if (actor === null) throw new Error("no member");
  return { ...program, actor, environment: "sandbox", requestId: randomUUID() };
}

describe("a report", () => {
  it("is made at its cut and not before, once over two instances, and its owner is told", async () => {
    const report = await added("stock");
    await work();
    expect((await found(report))?.files).toEqual([]);
    await until(DAY + HOUR);
    const other = createSecondInstance(world.stack);
    await Promise.all([work(), work(other.program), work(), work(other.program)]);
    await other.close();
    const made = await found(report);
    expect(made?.files).toHaveLength(1);
    expect(made?.files[0]?.cutAt).toBe(report.nextCutAt);
    expect(Date.parse(made?.nextCutAt ?? "") - Date.parse(report.nextCutAt ?? "")).toBe(7 * DAY);
    const records = (await world.recorded("report.made")).filter(
      ({ details }) => details.report === report.id,
    );
    expect(records).toHaveLength(1);
    expect(await world.stack.program.db.select().from(noticeCauses)).not.toEqual([]);
    await remove(report);
  });

  it("has the same bytes each time it is downloaded, whatever has happened since", async () => {
    const pins = [{ pin: "REPORT-0001" }, { pin: "REPORT-0002" }];
    const reference = await world.deliveredOrder(cookie, pins, "pins-as-strings");
    cookie = await world.stack.signIn(buyer);
    await openClaim(await asBuyer(), { order: reference, number: 1, said: "Invalid" });
    const saved = await world.stack.call(saveViewRoute, {
      method: "POST",
      cookie,
      body: { name: "Done", query: "state=completed" },
    });
    const viewId = orderListViewsSchema.parse(saved.json).views[0]?.id;
    const kinds = ["statement", "stock", "budgets", "claims"] as const;
    const reports = [await added("orders", { viewId })];
    for (const kind of kinds) reports.push(await added(kind));
    await until(DAY + HOUR);
    await work();
    const before = [];
    for (const report of reports) before.push(await file(report, await dayOf(report)));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [orders, statement, stock, , claims] = before.map(({ json }) => String(json.file));
    expect(orders).toContain(reference);
    expect(statement).toContain("EUR");
    expect(stock).toContain("Disputed");
    expect(claims).toContain("Invalid");
    // Later events: another order, another claim.
    await world.deliveredOrder(cookie, [{ pin: "REPORT-0003" }], "pins-as-strings");
    cookie = await world.stack.signIn(buyer);
    await world.answerWith(pins);
    await openClaim(await asBuyer(), { order: reference, number: 2, said: "Invalid too" });
    const after = [];
    for (const report of reports) after.push(await file(report, await dayOf(report)));
    expect(after.map(({ json }) => json.file)).toEqual(before.map(({ json }) => json.file));
    expect(await tablesWith(world.stack.database.pool, ["REPORT-0001", "REPORT-0002"])).toEqual([]);
    expect(await world.recorded("report.downloaded")).toHaveLength(10);
    for (const report of reports) await remove(report);
  });

  it("covers what was ordered from one cut to the next: an order is in exactly one", async () => {
    const saved = await world.stack.call(saveViewRoute, {
      method: "POST",
      cookie,
      body: { name: "All by age", query: "sort=oldest" },
    });
    const views = orderListViewsSchema.parse(saved.json).views;
    const report = await added("orders", { viewId: views.find(({ name }) => name === "All by age")?.id });
    await until(DAY - HOUR);
    const early = await world.deliveredOrder(cookie, [{ pin: "EARLY-0001" }], "pins-as-strings");
    await until(2 * HOUR);
    const late = await world.deliveredOrder(cookie, [{ pin: "LATE-00001" }], "pins-as-strings");
    await until(8 * DAY);
    await work();
    const files = (await found(report))?.files ?? [];
    expect(files).toHaveLength(2);
    expect(files[0]?.from).toBe(files[1]?.cutAt);
    const texts = [];
    for (const { day } of files) texts.push(String((await file(report, day)).json.file));
    expect(texts.map((text) => [text.includes(early), text.includes(late)])).toEqual([
      [false, true],
      [true, false],
    ]);
    await remove(report);
  });

  it("is made once of the latest cut, where it is of a moment and several cuts have passed", async () => {
    const report = await added("stock");
    await until(22 * DAY);
    await work();
    const files = (await found(report))?.files ?? [];
    expect(files).toHaveLength(1);
    expect(Date.parse(files[0]?.cutAt ?? "") - Date.parse(report.nextCutAt ?? "")).toBe(21 * DAY);
    await remove(report);
  });

  it("is made once although an instance dies in the middle, and does not keep others from theirs", async () => {
    const report = await added("stock");
    await until(DAY + HOUR);
    await world.refuseWrites("report_files");
    await work();
    expect((await found(report))?.files).toEqual([]);
    await world.allowWrites("report_files");
    const other = await added("budgets");
    expect(other.paused).toBe(false);
    await until(11 * 60 * SECOND);
    await work();
    expect((await found(report))?.files).toHaveLength(1);
    await remove(report);
    await remove(other);
  });

  it("is not made, and its owner told, once its owner may no longer see what it is of", async () => {
    const { db } = world.stack.program;
    const report = await added("statement");
    await until(DAY + HOUR);
    await db.update(members).set({ role: "support" }).where(eq(members.id, buyer.id));
    await work();
    const stopped = await found(report);
    expect(stopped).toMatchObject({ paused: true, files: [], problem: expect.stringContaining("no longer") });
    expect((await world.recorded("report.stopped")).at(-1)?.details).toMatchObject({ report: report.id });
    expect((await pause(report, false)).status).toBe(403);
    await db.update(members).set({ role: "buyer" }).where(eq(members.id, buyer.id));
    cookie = await world.stack.signIn(buyer);
    expect((await pause(report, false)).status).toBe(200);
    await until(8 * DAY);
    await work();
    const day = await dayOf(report);
    expect((await file(report, day)).status).toBe(200);
    await db.update(members).set({ role: "support" }).where(eq(members.id, buyer.id));
    const asSupport = await world.stack.signIn(buyer);
    expect((await file(report, day, asSupport)).status).toBe(403);
    await db.update(members).set({ disabledAt: world.stack.now() }).where(eq(members.id, buyer.id));
    const files = await db.select().from(reportFiles);
    world.stack.advance(8 * DAY);
    await work();
    expect(await db.select().from(reportFiles)).toHaveLength(files.length);
    await db.update(members).set({ disabledAt: null, role: "buyer" }).where(eq(members.id, buyer.id));
    cookie = await world.stack.signIn(buyer);
    await remove(report);
  });

  it("is its owner's alone, and cannot be of what they may not see", async () => {
    const report = await added("stock");
    await until(DAY + HOUR);
    await work();
    const day = await dayOf(report);
    const another = await world.stack.signIn(await world.stack.addMember("admin", "Ada"));
    expect(await list(another)).toEqual([]);
    expect((await file(report, day, another)).status).toBe(404);
    const support = await world.stack.signIn(await world.stack.addMember("support", "Suri"));
    expect((await add("statement", {}, support)).status).toBe(403);
    expect((await add("claims", {}, support)).status).toBe(201);
    expect((await add("orders", { viewId: randomUUID() })).status).toBe(404);
    expect((await add("orders")).status).toBe(400);
    await remove(report);
    expect((await file(report, day)).status).toBe(404);
  });

  it("leaves out the cuts that passed while it was paused", async () => {
    const report = await added("stock");
    await pause(report, true);
    await until(9 * DAY);
    await work();
    await pause(report, false);
    await work();
    const resumed = await found(report);
    expect(resumed?.files).toEqual([]);
    expect(Date.parse(resumed?.nextCutAt ?? "")).toBeGreaterThan(world.stack.now());
    await remove(report);
  });
});
