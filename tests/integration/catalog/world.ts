import { sql } from "drizzle-orm";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ScriptedService } from "./scriptedService.ts";

export type CatalogWorld = {
  program: Program;
  request: MemberRequest;
  clock: { now(): number; advance(by: number): void };
  /** Empties the catalog and gives the program a new service. */
  reset(): Promise<ScriptedService>;
  stop(): Promise<void>;
};

/** A program with a database of its own, and a clock and a service that the test controls. */
export async function catalogWorld(): Promise<CatalogWorld> {
  const database = await createTestDatabase();
  const { db } = database;
  let now = Date.parse("2030-01-01T00:00:00Z");
  const clock = {
    now: () => now,
    advance: (by: number) => {
      now += by;
    },
  };
  const quiet = { info() {}, warn() {}, error() {} };
  const program: Program = {
    db,
    clock,
    log: quiet,
    instanceId: "test",
    fingerprintKey: new Uint8Array(32),
    recentOrderMs: 0,
    recentBatchMs: 0,
    services: {},
  };
  const actor = {
    id: "00000000-0000-4000-8000-000000000001",
    email: "a@b.c",
    name: "A",
    role: "buyer" as const,
  };
  let resets = 0;
  return {
    program,
    get request() {
      return { ...program, actor, environment: "sandbox" as const, requestId: "r" };
    },
    clock,
    async reset() {
      resets += 1;
      await db.execute(
        sql`truncate catalog_products, catalog_sync_runs, catalog_versions, catalog_changes, recorded_products`,
      );
      // An emptied catalog has a new version too.
      await db.execute(sql`insert into catalog_versions values ('sandbox', ${resets * 1_000})`);
      const service = new ScriptedService();
      program.services = { sandbox: service };
      return service;
    },
    stop: () => database.drop(),
  };
}
