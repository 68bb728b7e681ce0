import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionsViewSchema } from "#lib/contracts/settings.ts";
import { findSession } from "#server/auth/sessions/findSession.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { sessions as sessionRows } from "#server/db/schema/members.ts";
import { peerHeader } from "#server/http/peerAddress.ts";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { POST as recoveryRoute } from "#app/api/settings/second-factor/recovery-codes/route.ts";
import { DELETE as everywhereRoute, GET as ownSessions } from "#app/api/settings/sessions/route.ts";
import { DELETE as sessionRoute } from "#app/api/settings/sessions/[sessionId]/route.ts";
import { POST as tokenRoute } from "#app/api/settings/tokens/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as resetRoute } from "#app/api/team/[memberId]/password/route.ts";
import { DELETE as endRoute, GET as listRoute } from "#app/api/team/[memberId]/sessions/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { createSecondInstance } from "#tests/support/secondInstance.ts";
import { complete, enrol } from "#tests/support/secondFactorWorld.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";
import type { RouteHandler } from "#server/route/route.ts";
import {
  cookiesOf,
  createTestProgram,
  csrfAnswerSchema,
  type Answer,
  type Member,
  type TestProgram,
} from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let other: ReturnType<typeof createSecondInstance>;
let admin: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  other = createSecondInstance(testProgram);
  admin = await testProgram.signIn(await testProgram.addMember("admin"));
});
afterAll(async () => {
  await other.close();
  await testProgram.close();
});

/** Whether a copied cookie still works on the other instance. */
const isWorth = async (cookie: string) =>
  (await findSession(other.program, new Headers({ cookie }), getAuthSettings())) !== null;

async function signOut(cookie: string): Promise<void> {
  const csrf = await testProgram.auth("csrf");
  const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
  const csrfCookie = csrf.headers.getSetCookie().map((each) => each.split(";")[0]);
  await testProgram.auth("signout", {
    method: "POST",
    headers: { cookie: [cookie, ...csrfCookie].join("; ") },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
}

const toMember = (handler: RouteHandler, method: string, member: Member, body?: unknown) =>
  testProgram.call(handler, { method, cookie: admin, params: { memberId: member.id }, body });

const ENDINGS: Record<string, (member: Member, cookie: string) => Promise<unknown>> = {
  "signing out": (_member, cookie) => signOut(cookie),
  "signing out everywhere from another session": async (member) =>
    testProgram.call(everywhereRoute, { method: "DELETE", cookie: await testProgram.signIn(member) }),
  "disabling the member": (member) => toMember(memberRoute, "PATCH", member, { disabled: true }),
  "a change of role": (member) => toMember(memberRoute, "PATCH", member, { role: "support" }),
  "a reset of the password": (member) => toMember(resetRoute, "POST", member),
  "a change of the password": (member, cookie) =>
    testProgram.call(passwordRoute, {
      method: "PUT",
      cookie,
      body: { currentPassword: member.password, newPassword: "four plain words here 7" },
    }),
  "an administrator": (member) => toMember(endRoute, "DELETE", member),
};

describe("a captured cookie", () => {
  for (const [what, end] of Object.entries(ENDINGS)) {
    it(`is worth nothing on another instance at once after ${what}`, async () => {
      const member = await testProgram.addMember("buyer");
      const cookie = await testProgram.signIn(member);
      expect(await isWorth(cookie)).toBe(true);
      await end(member, cookie);
      expect(await isWorth(cookie)).toBe(false);
    });
  }
});

/** Does something while a change of the member is about to be committed, and waits for it. */
async function beforeCommit<T>(change: () => Promise<Answer>, act: () => Promise<T>): Promise<[Answer, T]> {
  const { db } = testProgram.program;
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    // The record of a change is the last thing that it writes.
    await tx.execute(sql`lock table ${auditRecords} in share row exclusive mode`);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, holding]);
  const changing = change();
  await untilBlocked(testProgram.program, 1);
  const acted = act();
  await untilBlocked(testProgram.program, 2);
  released.resolve();
  await holding;
  return [await changing, await acted];
}

describe("a session that is just being ended everywhere", () => {
  type Owner = { cookie: string; password: string };
  const owner = async (): Promise<Owner> => {
    const member = await testProgram.addMember("buyer");
    return { cookie: await testProgram.signIn(member), password: member.password };
  };
  const enrolled = async (): Promise<Owner> => {
    const { member, cookie } = await enrol(testProgram, await testProgram.addMember("buyer"));
    return { cookie, password: member.password };
  };
  const ACTS: Record<string, [() => Promise<Owner>, (by: Owner) => Promise<Answer>]> = {
    "creates no access token": [
      owner,
      ({ cookie }) => {
        const body = { kind: "personal", name: "Late", scopes: ["orders.read"], expiresInDays: 30 };
        return testProgram.call(tokenRoute, { method: "POST", cookie, body });
      },
    ],
    "changes no password": [
      owner,
      ({ cookie, password }) => {
        const body = { currentPassword: password, newPassword: "four plain words here 7" };
        return testProgram.call(passwordRoute, { method: "PUT", cookie, body });
      },
    ],
    "makes no recovery codes": [
      enrolled,
      ({ cookie }) => testProgram.call(recoveryRoute, { method: "POST", cookie }),
    ],
  };

  for (const [what, [member, act]] of Object.entries(ACTS)) {
    it(`${what}, although it had asked for that before`, async () => {
      const by = await member();
      const { cookie } = by;
      const path = "/api/settings/sessions?tokens=end";
      const [ended, acted] = await beforeCommit(
        () => testProgram.call(everywhereRoute, { method: "DELETE", cookie, path }),
        () => act(by),
      );
      expect([ended.status, acted.status]).toEqual([200, 401]);
      expect(await testProgram.program.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    });
  }
});

describe("a session that is being renewed", () => {
  const ENDED_MEANWHILE: Record<string, (cookie: string) => Promise<unknown>> = {
    "signing out in another tab": (cookie) => signOut(cookie),
    "signing out everywhere": (cookie) => testProgram.call(everywhereRoute, { method: "DELETE", cookie }),
    "ending it in the list of sessions": async (cookie) => {
      const session = await findSession(testProgram.program, new Headers({ cookie }), getAuthSettings());
      const params = { sessionId: session?.id ?? "" };
      return testProgram.call(sessionRoute, { method: "DELETE", cookie, params });
    },
  };

  for (const [what, end] of Object.entries(ENDED_MEANWHILE)) {
    it(`is ended by ${what}`, async () => {
      const member = await testProgram.addMember("buyer");
      const cookie = await testProgram.signIn(member);
      const body = { currentPassword: member.password, newPassword: "four plain words here 7" };
      const [changed] = await beforeCommit(
        () => testProgram.call(passwordRoute, { method: "PUT", cookie, body }),
        () => end(cookie),
      );
      expect(changed.status).toBe(200);
      expect(await isWorth(changed.headers.getSetCookie()[0]?.split(";")[0] ?? "")).toBe(false);
      expect((await toMember(listRoute, "GET", member)).json).toMatchObject({ sessions: [] });
    });
  }
});

describe("a password that is being replaced", () => {
  /** Does something with the old password after it was compared, while an administrator's reset is about to be committed. */
  async function whileReset<T>(member: Member, act: () => Promise<T>): Promise<T> {
    const [reset, acted] = await beforeCommit(() => toMember(resetRoute, "POST", member), act);
    expect(reset.status).toBe(200);
    return acted;
  }

  it("opens no session any more", async () => {
    const member = await testProgram.addMember("buyer");
    const { email, password } = member;
    const answer = await whileReset(member, () => testProgram.attempt({ email, password }));
    expect(answer.status).toBe(401);
    const opened = and(eq(sessionRows.memberId, member.id), isNull(sessionRows.revokedAt));
    expect(await testProgram.program.db.select().from(sessionRows).where(opened)).toEqual([]);
    expect(await isWorth(cookiesOf(answer))).toBe(false);
  });

  it("is no first of two factors any more either", async () => {
    const { member, key } = await enrol(testProgram, await testProgram.addMember("buyer"));
    const { email, password } = member;
    const half = await whileReset(member, () => testProgram.attempt({ email, password }));
    expect(half.status).toBe(401);
    const proof = { code: codeOf(key, testProgram.now()) };
    expect((await complete(testProgram, cookiesOf(half), proof)).status).toBe(401);
  });
});

describe("the list of sessions", () => {
  it("says device, address, since when and last used of each, and which one asks", async () => {
    const member = await testProgram.addMember("buyer");
    const client = Object.fromEntries([peerHeader("192.0.2.77"), ["user-agent", "Firefox/150"]]);
    const cookie = await testProgram.signIn(member, client);
    await testProgram.signIn(member);
    const { sessions } = sessionsViewSchema.parse((await testProgram.call(ownSessions, { cookie })).json);
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { address: "192.0.2.77", userAgent: "Firefox/150" },
    ]);
    expect(sessions).toHaveLength(2);
  });

  it("ends one's own, and no session of another member", async () => {
    const [member, stranger] = [await testProgram.addMember("buyer"), await testProgram.addMember("buyer")];
    const [cookie, theirs] = [await testProgram.signIn(member), await testProgram.signIn(stranger)];
    const listed = await testProgram.call(ownSessions, { cookie: theirs });
    const sessionId = sessionsViewSchema.parse(listed.json).sessions[0]?.id ?? "";
    const end = (by: string) =>
      testProgram.call(sessionRoute, { method: "DELETE", cookie: by, params: { sessionId } });
    expect((await end(cookie)).status).toBe(404);
    expect(await isWorth(theirs)).toBe(true);
    expect((await end(theirs)).status).toBe(204);
    expect(await isWorth(theirs)).toBe(false);
  });

  it("shows an administrator those of any member, and ending them is recorded with their number", async () => {
    const member = await testProgram.addMember("buyer");
    await testProgram.signIn(member);
    await testProgram.signIn(member);
    const listed = await toMember(listRoute, "GET", member);
    expect(sessionsViewSchema.parse(listed.json).sessions).toHaveLength(2);
    expect((await toMember(endRoute, "DELETE", member)).json).toEqual({ sessionsEnded: 2 });
    const records = await testProgram.program.db
      .select({ details: auditRecords.details })
      .from(auditRecords)
      .where(and(eq(auditRecords.memberId, member.id), eq(auditRecords.action, "member.sessions-ended")));
    expect(records).toEqual([{ details: { sessionsEnded: 2 } }]);
  });
});
