import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY } from "#lib/time/instant.ts";
import { parseAnchors, readAnchors, type Anchor } from "#server/audit/chain/anchors.ts";
import { createAnchoring } from "#server/audit/chain/createAnchoring.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import { verifyChain } from "#server/audit/chain/verifyChain.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { createLog } from "#server/context/log.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { auditRecords, auditSeals } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { applyRetention } from "#server/jobs/retention.ts";
import { addMember } from "#server/team/addMember.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { SHORT_RETENTION } from "#tests/support/shortRetention.ts";

const clock = { now: () => Date.now() };
/** Texts that a careless encoding would confuse, or that the database and the program could encode differently. */
const DETAILS = { text: 'ö€😀"\\ \n', "10:": "-", number: 1e21, tiny: 1.5, none: null, list: [{}, []] };
const folder = mkdtempSync(join(tmpdir(), "codedesk-anchors-"));

let database: TestDatabase;
let anchors: Anchor[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Ten sealed records, of which the fifth and the last are anchored. */
beforeEach(async () => {
  const { db } = database;
  await db.execute(sql`truncate audit_records, audit_archive, audit_seals, audit_unsealed, members cascade`);
  anchors = [];
  for (let index = 1; index <= 10; index += 1) {
    await write(index);
    if (index % 5 === 0) anchors.push(await anchored());
  }
});

function write(index: number, at = clock.now()): Promise<void> {
  return database.db.transaction((tx) =>
    recordAudit(tx, { at, environment: "sandbox", action: "order.state", details: { ...DETAILS, index } }),
  );
}

async function anchored(): Promise<Anchor> {
  await sealAudit(database.db);
  const { head } = await verifyChain({ db: database.db, clock }, null);
  if (head === null) throw new Error("nothing is sealed");
  return { time: new Date().toISOString(), auditSequence: head.sequence, auditHash: head.hash };
}

async function found(): Promise<string[]> {
  const { problems } = await verifyChain({ db: database.db, clock }, anchors);
  return problems.map(({ kind, sequence }) => `${kind} ${sequence}`);
}

/** The id of the record at a position of the chain. */
async function idAt(sequence: number): Promise<bigint> {
  const [seal] = await database.db
    .select({ id: auditSeals.recordId })
    .from(auditSeals)
    .where(sql`${auditSeals.sequence} = ${sequence}`);
  if (seal === undefined) throw new Error(`nothing is at place ${sequence}`);
  return seal.id;
}

/** What anchoring works with: a file of its own, and a log whose lines are kept. */
function anchoringTo(name: string, level: "info" | "error") {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { file: join(folder, `${name}.jsonl`), lines, program: { db: database.db, clock, log } };
}

/** Does what somebody with every right in the database could do: seals what is left again, with correct hashes. */
async function sealAnew(): Promise<void> {
  await database.db.execute(sql`delete from audit_seals`);
  await database.db.execute(sql`insert into audit_unsealed select id from audit_records order by id`);
  await sealAudit(database.db);
}

describe("the hash chain of the audit log", () => {
  it("agrees with the records as they were written, whatever their details", async () => {
    expect(await verifyChain({ db: database.db, clock }, anchors)).toMatchObject({
      sealed: 10,
      pending: 0,
      head: { sequence: "10" },
      anchors: { checked: 2, latest: { sequence: "10" } },
      problems: [],
    });
  });

  it("finds an edited record, in each of its columns", async () => {
    const id = await idAt(4);
    for (const change of [
      sql`at = at + interval '1 millisecond'`,
      sql`environment = 'production'`,
      sql`environment = null`,
      sql`action = 'order.stat'`,
      sql`from_state = 'completed'`,
      sql`to_state = 'completed'`,
      sql`details = details - 'tiny'`,
      sql`token = ''`,
    ]) {
      const [before] = await database.db
        .select()
        .from(auditRecords)
        .where(sql`id = ${id}`);
      await database.db.execute(sql`update audit_records set ${change} where id = ${id}`);
      expect(await found()).toEqual(["changed 4"]);
      if (before)
        await database.db
          .update(auditRecords)
          .set(before)
          .where(sql`id = ${id}`);
      expect(await found()).toEqual([]);
    }
  });

  it("finds a deleted record, alone or with its seal, and before it was sealed", async () => {
    await database.db.execute(sql`delete from audit_records where id = ${await idAt(3)}`);
    expect(await found()).toEqual(["deleted 3"]);
    await database.db.execute(sql`delete from audit_seals where audit_seals.sequence = 3`);
    expect(await found()).toEqual(["deleted 4"]);
    await write(11);
    await database.db.execute(
      sql`delete from audit_records where id not in (select record_id from audit_seals)`,
    );
    await sealAudit(database.db);
    expect(await found()).toEqual(["deleted 4", "deleted 11"]);
  });

  it("finds a log that was cut off at its end, with or without its seals", async () => {
    const from = await idAt(8);
    await database.db.execute(sql`delete from audit_records where id >= ${from}`);
    expect(await found()).toEqual(["deleted 8", "deleted 9", "deleted 10"]);
    await database.db.execute(sql`delete from audit_seals where audit_seals.sequence >= 8`);
    expect(await found()).toEqual(["truncated 10"]);
    await database.db.execute(sql`truncate audit_records, audit_seals`);
    expect(await found()).toEqual(["truncated 5", "truncated 10"]);
  });

  it("finds records in another order, by their contents or by their places", async () => {
    const [third, seventh] = [await idAt(3), await idAt(7)];
    await database.db.execute(sql`
      update audit_records a set details = b.details from audit_records b
      where (a.id, b.id) in ((${third}, ${seventh}), (${seventh}, ${third}))`);
    expect(await found()).toEqual(["changed 3", "changed 7"]);
    await database.db.execute(sql`
      update audit_records a set details = b.details from audit_records b
      where (a.id, b.id) in ((${third}, ${seventh}), (${seventh}, ${third}))`);
    await database.db.execute(sql`update audit_seals set sequence = -3 where audit_seals.sequence = 3`);
    await database.db.execute(sql`update audit_seals set sequence = 3 where audit_seals.sequence = 7`);
    await database.db.execute(sql`update audit_seals set sequence = 7 where audit_seals.sequence = -3`);
    expect(await found()).toEqual(["reordered 3", "reordered 4", "reordered 7", "reordered 8"]);
  });

  it("detects a chain that was made again over changed records and is consistent in itself", async () => {
    await database.db.execute(sql`update audit_records set action = 'x' where id = ${await idAt(4)}`);
    await sealAnew();
    expect(await found()).toEqual(["rewritten 5", "rewritten 10"]);
    expect((await verifyChain({ db: database.db, clock }, null)).problems).toEqual([]);
  });

  it("finds a record that was added past the trigger, before those that were sealed since", async () => {
    await database.db.execute(sql`alter table audit_records disable trigger audit_records_unsealed`);
    await write(0, clock.now() - DAY);
    await database.db.execute(sql`alter table audit_records enable trigger audit_records_unsealed`);
    expect(await found()).toEqual(["added null"]);
  });

  it("covers archived records too: moving them changes nothing, editing them in the archive does", async () => {
    await write(11, clock.now() - 400 * DAY);
    const days = { ...SHORT_RETENTION, audit: 365 };
    expect(await applyRetention({ db: database.db, clock }, days)).toMatchObject({ audit: 1 });
    expect(await found()).toEqual([]);
    await database.db.execute(sql`update audit_archive set action = 'x'`);
    expect(await found()).toEqual(["changed 11"]);
    await database.db.execute(sql`delete from audit_archive`);
    expect(await found()).toEqual(["deleted 11"]);
  });

  it("has one place for each record, without a gap, however many write and seal at once", async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) await write(writer * 100 + index);
    });
    const sealers = Array.from({ length: 4 }, async () => {
      for (let index = 0; index < 20; index += 1) await sealAudit(database.db);
    });
    await Promise.all([...writers, ...sealers]);
    await sealAudit(database.db);
    expect(await verifyChain({ db: database.db, clock }, anchors)).toMatchObject({
      sealed: 210,
      problems: [],
    });
  });

  it("seals a record that is committed after younger ones, and none that is rolled back", async () => {
    await database.db.transaction(async (tx) => {
      await recordAudit(tx, { at: clock.now(), action: "order.found" });
      await write(11);
      expect(await sealAudit(database.db)).toBe(1);
    });
    const undone = database.db.transaction(async (tx) => {
      await recordAudit(tx, { at: clock.now(), action: "order.found" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await sealAudit(database.db)).toBe(1);
    expect(await idAt(12)).toBeLessThan(await idAt(11));
    expect(await found()).toEqual([]);
  });
});

describe("anchors outside the database", () => {
  it("are lines of a file and of the log, one for each head, and go on after a restart", async () => {
    const { file, lines, program } = anchoringTo("kept", "info");
    const anchor = createAnchoring(program, file);
    await anchor();
    await anchor();
    await write(11);
    await sealAudit(database.db);
    await createAnchoring(program, file)();
    const kept = await readAnchors(file);
    expect(kept.map(({ auditSequence }) => auditSequence)).toEqual(["10", "11"]);
    expect(parseAnchors(lines.join("")).map(({ auditHash }) => auditHash)).toEqual(
      kept.map(({ auditHash }) => auditHash),
    );
    // A line that a crash cut off is not an anchor, and no reason to fail.
    writeFileSync(file, `${readFileSync(file, "utf8")}{"auditSequence":"12`);
    expect(await readAnchors(file)).toHaveLength(2);
    expect(await readAnchors(join(folder, "missing.jsonl"))).toEqual([]);
  });

  it("tell in the log when what was anchored is gone, while the dashboard runs and when it starts", async () => {
    const { file, lines, program } = anchoringTo("warned", "error");
    const anchor = createAnchoring(program, file);
    await anchor();
    expect(lines).toEqual([]);
    await database.db.execute(sql`update audit_records set action = 'x'`);
    await sealAnew();
    const restarted = createAnchoring(program, file);
    for (const round of [1, 2, 3]) {
      await Promise.all([anchor(), restarted()]);
      expect(lines).toHaveLength(2 * round);
    }
    expect(lines[0]).toContain("audit:verify");
  });

  it("stay what they were when the audit log was rewritten, also after further records and a start", async () => {
    const { file, lines, program } = anchoringTo("rewritten", "info");
    const anchor = createAnchoring(program, file);
    await anchor();
    const [before, told] = [await readAnchors(file), parseAnchors(lines.join(""))];
    await database.db.execute(sql`update audit_records set action = 'x'`);
    await sealAnew();
    await anchor();
    await write(11);
    await sealAudit(database.db);
    await anchor();
    await createAnchoring(program, file)();
    expect(await readAnchors(file)).toEqual(before);
    expect(parseAnchors(lines.join(""))).toEqual(told);
  });
});

describe("an audit log that cannot be written", () => {
  it("keeps what it should record from happening, also where only the note for the seal fails", async () => {
    const { db } = database;
    const program: Program = {
      db,
      clock,
      log: createLog("error", { write: () => undefined }),
      instanceId: "a",
      fingerprintKey: new Uint8Array(),
      recentOrderMs: 0,
      recentBatchMs: 0,
      services: {},
    };
    const add = () =>
      addMember(operatorRequest(program), {
        email: "new@partner.example",
        name: "New",
        role: "buyer",
        password: "four plain words 7",
      });
    for (const table of [sql`audit_unsealed`, sql`audit_records`]) {
      await db.execute(sql`alter table ${table} add constraint full_now check (false) not valid`);
      await expect(add()).rejects.toThrow();
      await db.execute(sql`alter table ${table} drop constraint full_now`);
      expect([await db.$count(members), await db.$count(auditRecords)]).toEqual([0, 10]);
    }
    await add();
    expect([await db.$count(members), await db.$count(auditRecords)]).toEqual([1, 11]);
  });
});
