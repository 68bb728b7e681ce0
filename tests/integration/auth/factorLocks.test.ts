import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockMember } from "#server/auth/sessions/lockMember.ts";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { passkeys, recoveryCodes, totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { DELETE as removeRoute } from "#app/api/settings/second-factor/totp/route.ts";
import { codeOf } from "#scripts/browser/authenticatorApp.ts";
import { complete, enrol, signInHalf } from "#tests/support/secondFactorWorld.ts";
import { createTestProgram, type TestProgram } from "#tests/support/testProgram.ts";
import { untilBlocked } from "#tests/support/untilBlocked.ts";

let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram();
});
afterAll(() => testProgram.close());

const byPassword = () =>
  ({ by: "password", userAgent: null, address: null, authenticatedAt: testProgram.now() }) as const;
const passkeyOf = (memberId: string) => ({
  memberId,
  credentialId: `credential of ${memberId}`,
  publicKey: Buffer.from("key"),
  counter: 0,
  transports: [],
  name: "Laptop",
  createdAt: testProgram.now(),
});
/** What an administrator's reset does, in its order. */
async function removeAll(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(totpAuthenticators).where(eq(totpAuthenticators.memberId, memberId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  await revokeSessionsOf(tx, memberId, testProgram.now());
}

describe("a password alone", () => {
  it("opens no session once there is a second factor, however long ago it was looked for", async () => {
    const { member } = await enrol(testProgram, await testProgram.addMember("buyer"));
    const opening = openSession(testProgram.program, member.id, byPassword());
    await expect(opening).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  it("opens none while the first factor is being added either", async () => {
    const { id } = await testProgram.addMember("buyer");
    const { db } = testProgram.program;
    const opened: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await lockMember(tx, id);
      opened.push(openSession(testProgram.program, id, byPassword()).catch((error: unknown) => error));
      await untilBlocked(testProgram.program);
      await revokeSessionsOf(tx, id, testProgram.now());
      await tx.insert(passkeys).values(passkeyOf(id));
    });
    expect(await Promise.all(opened)).toMatchObject([{ kind: "unauthenticated" }]);
    const alive = and(eq(sessions.memberId, id), isNull(sessions.revokedAt));
    expect(await db.select().from(sessions).where(alive)).toEqual([]);
  });
});

describe("a reset of the second factor", () => {
  it("takes precedence over somebody just signing in or changing their factors, without a deadlock", async () => {
    const acts = [
      async (one: Awaited<ReturnType<typeof enrol>>) => {
        const half = await signInHalf(testProgram, one.member);
        return () => complete(testProgram, half, { code: codeOf(one.key, testProgram.now()) });
      },
      async (one: Awaited<ReturnType<typeof enrol>>) => () =>
        testProgram.call(removeRoute, { method: "DELETE", cookie: one.cookie }),
    ];
    for (const prepare of acts) {
      const one = await enrol(testProgram, await testProgram.addMember("buyer"));
      const act = await prepare(one);
      const acted: Promise<{ status: number }>[] = [];
      await testProgram.program.db.transaction(async (tx) => {
        await lockMember(tx, one.member.id);
        acted.push(act());
        await untilBlocked(testProgram.program);
        await removeAll(tx, one.member.id);
      });
      const [answer] = await Promise.all(acted);
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(answer?.status).toBeLessThan(500);
    }
  });
});
