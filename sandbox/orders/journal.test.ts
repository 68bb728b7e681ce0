import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "./journal.ts";

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
