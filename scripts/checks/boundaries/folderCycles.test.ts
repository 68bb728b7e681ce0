import { describe, expect, it } from "vitest";
import { findFolderCycles } from "./folderCycles.ts";

function cyclesOf(imports: Record<string, string[]>): string[] {
  return findFolderCycles(new Map(Object.entries(imports))).map(({ from, to }) => `${from} -> ${to}`);
}

describe("cycles of folders", () => {
  it("are none where imports run in one direction", () => {
    expect(
      cyclesOf({ "a/x.ts": ["b/y.ts"], "b/y.ts": ["c/z.ts"], "a/deep/w.ts": ["a/other/v.ts", "b/y.ts"] }),
    ).toEqual([]);
  });

  it("are found between two folders whose files import each other in no cycle", () => {
    expect(cyclesOf({ "a/x.ts": ["b/y.ts"], "b/z.ts": ["a/w.ts"] })).toEqual(["a -> b", "b -> a"]);
  });

  it("are found through a third folder", () => {
    expect(cyclesOf({ "a/x.ts": ["b/y.ts"], "b/z.ts": ["c/w.ts"], "c/v.ts": ["a/u.ts"] })).toHaveLength(3);
  });

  it("are found at every depth", () => {
    expect(cyclesOf({ "a/b/x.ts": ["a/c/y.ts"], "a/c/z.ts": ["a/b/w.ts"] })).toEqual([
      "a/b -> a/c",
      "a/c -> a/b",
    ]);
    expect(cyclesOf({ "a/x.ts": ["a/b/y.ts"], "a/b/z.ts": ["a/w.ts"] })).toEqual(["a -> a/b", "a/b -> a"]);
  });
});
