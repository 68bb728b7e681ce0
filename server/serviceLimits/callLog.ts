import "server-only";
import { serviceCalls } from "#server/db/schema/service.ts";
import type { Log } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import type { CallRecord } from "#server/serviceClient/client.ts";
import { noteKeyUse } from "./keyUse.ts";

export type CallLog = {
  record(call: CallRecord): void;
  /** Writes the remaining records. */
  close(): Promise<void>;
};

const BATCH = 200;
const QUEUE_LIMIT = 2_000;
const DELAY_MS = 250;

/**
 * Writes the request log in batches, so that a call to the service never waits for it. While the database is unreachable, records
 * are dropped rather than kept in memory.
 */
export function createCallLog(db: Database, log: Log): CallLog {
  let queue: CallRecord[] = [];
  let lost = 0;
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH);
      try {
        await db.insert(serviceCalls).values(batch.map(({ key: _key, ...call }) => call));
        await noteKeyUse(db, batch);
      } catch (error) {
        lost += batch.length;
        log.warn({ error, lost }, "The request log could not be written");
      }
    }
  }

  function flush(): Promise<void> {
    timer = null;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  return {
    record(call) {
      if (queue.length >= QUEUE_LIMIT) {
        queue = queue.slice(BATCH);
        lost += BATCH;
      }
      queue.push(call);
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      await flush();
      await flush();
    },
  };
}
