import { afterAll, beforeAll, expect, describe, it, vi } from "vitest";
import { createLog } from "#server/context/log.ts";
import type { JobQueue } from "#server/jobs/jobQueue.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startTestQueue } from "#tests/support/startTestQueue.ts";

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
      error: expect.objectContaining({
        type: "Error",
        code: expect.stringMatching(/^(42P01|42883|3F000)$/),
        message: expect.stringContaining("pgboss"),
      }),
    };
    // Which of its statements fails first depends on the moment.
    const told = () =>
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(failure));
    await vi.waitFor(told, { timeout: 20_000, interval: 50 });
    await database.pool.query("alter schema gone rename to pgboss");
  });
});
