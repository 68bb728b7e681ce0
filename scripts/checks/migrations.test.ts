import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const FOLDER = join("server", "db", "migrations");
const { entries } = z
  .object({ entries: z.array(z.object({ idx: z.int(), tag: z.string(), when: z.int() })) })
  .parse(JSON.parse(readFileSync(join(FOLDER, "meta", "_journal.json"), "utf8")));

describe("the journal of migrations", () => {
  it("has the times of its entries in their order: an installation skips what is older than its last one", () => {
    const times = entries.map(({ when }) => when);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBe(times.length);
  });

  it("names each file once, numbered in its order", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
    expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(entries.map(({ idx }) => idx));
  });
});
