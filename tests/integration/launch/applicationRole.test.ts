import { randomBytes } from "node:crypto";
import { PgBoss } from "pg-boss";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/context/log.ts";
import { grantToApplication } from "#server/db/applicationRole.ts";
import { connect } from "#server/db/connect.ts";
import { warnOfOwnership } from "#server/db/warnOfOwnership.ts";
import { migrate } from "#server/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startTestQueue } from "#tests/support/startTestQueue.ts";

let database: TestDatabase;
let client: Client;
let url: string;
const role = `application_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");
beforeAll(async () => {
  database = await createTestDatabase();
  // The state that an earlier version left: the owner did everything, also in the queue's schema.
  const queue = queueOf(database.url);
  await queue.start();
  await queue.createQueue("earlier");
  await queue.send("earlier", {});
  await queue.stop();
  await grantToApplication(database.url, { role, password });
  await grantToApplication(database.url, { role, password });
  const own = new URL(database.url);
  own.username = role;
  own.password = password;
  url = own.href;
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`drop owned by ${role}; drop role ${role}`);
  await owner.end();
  await database.drop();
});

function queueOf(connectionString: string): PgBoss {
  return new PgBoss({ connectionString, max: 2 }).on("error", () => undefined);
}

const denied = { code: "42501" };

describe("the application's role", () => {
  it("is not the superuser and may not become anybody", async () => {
    const { rows } = await client.query(
      "select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
  });

  it("adds audit records and can neither change nor remove one", async () => {
    await client.query(
      "insert into audit_records (at, action, details) values (now(), 'member.added', '{}')",
    );
    for (const statement of [
      "update audit_records set action = 'x'",
      "delete from audit_records",
      "truncate audit_records",
      "insert into audit_archive (id, at, action, details) values (1, now(), 'x', '{}')",
      "update audit_archive set action = 'x'",
      "delete from audit_archive",
      "insert into audit_seals (sequence, record_id, previous, hash, sealed_at) values (9, 9, '', '', now())",
      "update audit_seals set hash = ''",
      "delete from audit_seals",
      "insert into audit_unsealed (record_id) values (9)",
      "delete from audit_unsealed",
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject(denied);
    }
  });

  it("cannot change the schema", async () => {
    for (const statement of [
      "create table mine (id int)",
      "drop table orders",
      "alter table audit_records add column x int",
      "create or replace function archive_audit(timestamptz, int) returns bigint language sql as 'select 1'",
      "alter table audit_records disable trigger all",
      "drop trigger audit_records_unsealed on audit_records",
      "create or replace function seal_audit(int) returns int language sql as 'select 1'",
      "create schema other",
      "delete from drizzle.__drizzle_migrations",
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject(denied);
    }
  });

  it("archives old audit records through the owner's function, and no young ones", async () => {
    await client.query(
      "insert into audit_records (at, action, details) values (now() - interval '40 days', 'member.added', '{\"n\":1}')",
    );
    // What is not sealed is not archived.
    expect(
      (await client.query("select archive_audit(now() - interval '31 days', 100)::int as moved")).rows,
    ).toEqual([{ moved: 0 }]);
    expect((await client.query("select seal_audit(100) as sealed")).rows).toEqual([{ sealed: 2 }]);
    await expect(client.query("select archive_audit(now() - interval '29 days', 100)")).rejects.toMatchObject(
      {
        code: "P0001",
      },
    );
    const { rows } = await client.query(
      "select archive_audit(now() - interval '31 days', 100)::int as moved",
    );
    expect(rows).toEqual([{ moved: 1 }]);
    expect((await client.query("select details from audit_archive")).rows).toEqual([{ details: { n: 1 } }]);
    expect((await client.query("select count(*)::int as left from audit_records")).rows).toEqual([
      { left: 1 },
    ]);
  });

  it("finds the schema migrated, and has nothing to migrate", async () => {
    await expect(migrate(url)).resolves.toBeUndefined();
  });

  it("is what the dashboard expects: a role that could rewrite the audit log is warned about at start", async () => {
    for (const [own, warnings] of [
      [database.url, 1],
      [url, 0],
    ] as const) {
      const connection = connect(own, 1);
      const lines: string[] = [];
      const log = createLog("warn", { write: (line) => void lines.push(line) });
      await warnOfOwnership({ db: connection.db, log });
      await connection.close();
      expect(lines, own).toHaveLength(warnings);
      expect(lines.every((line) => line.includes("MIGRATION_DATABASE_URL"))).toBe(true);
    }
  });

  it("brings up the dashboard's queue in a new database", async () => {
    const fresh = await createTestDatabase();
    await grantToApplication(fresh.url, { role });
    const own = new URL(fresh.url);
    own.username = role;
    own.password = password;
    const connection = connect(own.href, 2);
    const log = createLog("error", { write: (line) => expect(line).toBe("") });
    const queue = await startTestQueue(connection.db, own.href, log);
    expect(queue.running()).toBe(true);
    await queue.stop();
    await connection.close();
    await fresh.drop();
  });

  it("works on the queue that the owner created before", async () => {
    const queue = queueOf(url);
    await queue.start();
    await queue.createQueue("later");
    await queue.schedule("later", "* * * * *");
    expect(await queue.fetch("earlier")).toHaveLength(1);
    await queue.stop();
  });
});
