import { afterAll, beforeAll, expect, describe, it, vi } from "vitest";
import { createLog } from "#server/context/log.ts";
import type { JobQueue } from "#server/jobs/jobQueue.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startTestQueue } from "#tests/support/startTestQueue.ts";
import { PATIENTLY } from "#tests/support/patiently.ts";

let database: TestDatabase;
let queue: JobQueue;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog("error", { write: (line) => void lines.push(line) });
  queue = await startTestQueue(database.db, database.url, log);
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});

describe("the job queue", () => {
  it("logs why it failed", async () => {
    await database.pool.query("alter schema pgboss rename to gone");
    const failure = {
      msg: "The job queue failed; trying again",
      error: { type: "Error", code: "42P01", message: expect.stringContaining("pgboss") },
    };
    // pg-boss copies the errors of its workers into plain objects; one of its own upkeep, which is none, may come first.
    const ofWorker = () => lines.map((line) => JSON.parse(line)).find(({ error }) => error.type === "Error");
    await vi.waitFor(() => expect(ofWorker()).toMatchObject(failure), PATIENTLY);
    await database.pool.query("alter schema gone rename to pgboss");
  });
});
