import {
  appendFileSync,
  fdatasync,
  ftruncateSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Disk, Journal } from "./journal.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "codedesk-journal-"));
  file = path.join(folder, "orders.journal");
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = async (...entries: object[]) => {
  const { journal } = Journal.open(file);
  await Promise.all(entries.map((entry) => journal.append({ ...entry })));
  journal.close();
};
const read = () => {
  const { journal, entries } = Journal.open(file);
  journal.close();
  return entries;
};

describe("the journal", () => {
  it("replays what was appended, in its order, one line each, over several openings", async () => {
    expect(read()).toEqual([]);
    await write({ n: 1 }, { n: 2 }, { n: 3 });
    await write({ n: 4 });
    expect(read()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    expect(readFileSync(file, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}\n');
  });

  it.each(['{"n":2', "\0\0\0", '{"n":\n', "7\n", "null\n", "rubbish\n"])(
    "cuts off a torn end (%j) and goes on after it",
    async (torn) => {
      await write({ n: 1 });
      appendFileSync(file, torn);
      expect(read()).toEqual([{ n: 1 }]);
      expect(readFileSync(file, "utf8")).toBe('{"n":1}\n');
      await write({ n: 2 });
      expect(read()).toEqual([{ n: 1 }, { n: 2 }]);
    },
  );

  it("refuses a file that is damaged before its end, names the line, and leaves it as it is", () => {
    const text = '{"n":1}\nrubbish\n{"n":3}\n';
    writeFileSync(file, text);
    expect(() => Journal.open(file)).toThrow(
      `The journal ${file} is damaged at line 2; move it away to start afresh`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

/** A disk that accepts a few bytes at a time, and fails when told to. */
function disk(takes = Infinity) {
  const fails = { write: false, flush: false, truncate: false };
  const did = { writes: 0, flushes: 0 };
  const full: Disk = {
    write: (handle, bytes, from, done) => {
      did.writes += 1;
      // Some of it is on the disk before the rest has no room.
      const written = writeSync(handle, bytes.subarray(from, from + takes));
      setImmediate(() => done(fails.write ? new Error("no space") : null, written));
    },
    flush: (handle, done) => {
      did.flushes += 1;
      if (fails.flush) setImmediate(() => done(new Error("not flushed")));
      else fdatasync(handle, done);
    },
    truncate: (handle, length) => {
      if (fails.truncate) throw new Error("not truncated");
      ftruncateSync(handle, length);
    },
  };
  return { full, fails, did };
}

describe("a disk that is full", () => {
  it("takes an entry piece by piece", async () => {
    const { full, did } = disk(3);
    const { journal } = Journal.open(file, full);
    await journal.append({ n: 1 });
    await journal.append({ n: 2 });
    journal.close();
    expect(read()).toEqual([{ n: 1 }, { n: 2 }]);
    expect(did).toEqual({ writes: 6, flushes: 2 });
  });

  it.each(["write", "flush"] as const)(
    "leaves nothing of an entry whose %s it refused, and takes the next when there is room",
    async (what) => {
      const { full, fails } = disk(5);
      const { journal } = Journal.open(file, full);
      await journal.append({ n: 1 });
      fails[what] = true;
      await expect(journal.append({ n: 2 })).rejects.toThrow(what === "write" ? "no space" : "not flushed");
      expect(readFileSync(file, "utf8")).toBe('{"n":1}\n');
      fails[what] = false;
      await journal.append({ n: 3 });
      journal.close();
      expect(read()).toEqual([{ n: 1 }, { n: 3 }]);
    },
  );

  it("refuses all entries that were to be written together", async () => {
    const { full, fails } = disk();
    const { journal } = Journal.open(file, full);
    fails.flush = true;
    const refused = await Promise.allSettled([1, 2, 3].map((n) => journal.append({ n })));
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    journal.close();
    expect(read()).toEqual([]);
  });

  it("takes nothing more, for the first reason, once half an entry could not be removed", async () => {
    const { full, fails, did } = disk();
    const { journal } = Journal.open(file, full);
    Object.assign(fails, { write: true, truncate: true });
    await expect(journal.append({ n: 1 })).rejects.toThrow("no space");
    Object.assign(fails, { write: false, truncate: false });
    await expect(journal.append({ n: 2 })).rejects.toThrow("no space");
    expect(did).toEqual({ writes: 1, flushes: 0 });
    journal.close();
  });
});

describe("entries that come together", () => {
  it("share one flush", async () => {
    const { full, did } = disk();
    const { journal } = Journal.open(file, full);
    await Promise.all([1, 2, 3, 4, 5].map((n) => journal.append({ n })));
    await journal.append({ n: 6 });
    journal.close();
    expect(did).toEqual({ writes: 3, flushes: 3 });
    expect(read()).toHaveLength(6);
  });
});
