import type { Role } from "#lib/contracts/team/role.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

/** 1 January 2030, 12:04 UTC: when the tests of drafts begin. */
export const NOW = Date.parse("2030-01-01T12:04:00Z");

export type DraftWorld = {
  db: TestDatabase["db"];
  /** A request of one of the members: ada and ben, who place orders, and sue, who does not. */
  as(name: string, environment?: MemberRequest["environment"]): MemberRequest;
  pass(ms: number): void;
  drop(): Promise<void>;
};

/** A database with three members, and a clock that stands until time passes. */
export async function createDraftWorld(): Promise<DraftWorld> {
  const database = await createTestDatabase();
  const people: Record<string, MemberRequest["actor"]> = {};
  for (const [name, role] of Object.entries({ ada: "buyer", ben: "buyer", sue: "support" } as const)) {
    people[name] = await addMember(database, name, role);
  }
  let now = NOW;
  return {
    db: database.db,
    as(name, environment = "sandbox") {
      const actor = people[name];
      if (!actor) throw new Error(`Nobody is called ${name}.`);
      return {
        db: database.db,
        clock: { now: () => now },
        log: { info() {}, warn() {}, error() {} },
        instanceId: "test",
        fingerprintKey: new Uint8Array(32),
        recentOrderMs: 0,
        recentBatchMs: 0,
        services: {},
        actor,
        environment,
        requestId: "r",
      };
    },
    pass(ms) {
      now += ms;
    },
    drop: () => database.drop(),
  };
}

async function addMember({ db }: TestDatabase, name: string, role: Role): Promise<MemberRequest["actor"]> {
  const email = `${name}@partner.example`;
  const [row] = await db
    .insert(members)
    .values({ email, name, role, passwordHash: "-", createdAt: NOW, updatedAt: NOW })
    .returning({ id: members.id });
  return { id: row?.id ?? "", email, name, role };
}
