import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { sliceStart, startInSlices } from "./startInSlices.ts";

/** As Turbopack writes a script, with the modules of Next that start a page: 4 asks 3 to, and 3 needs 1 and 2, and 5 when it acts. */
const SCRIPT = `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push([void 0,1,(e,t,n)=>{t.log("one")},2,(e,t,n)=>{t.log("two")},3,(e,t,n)=>{let i=e.r(1);function later(){e.r(5)}let u=()=>e.r(5);e.r(2),t.log("three"),n.hydrate=g=>{u(),later(),t.log(g)}},4,(e,t,n)=>{let r=t,l="with hooks";(0,r.appBootstrap)(()=>{let{hydrate:t}=e.r(3);t(l)}),t.log("asked")},5,(e,t,n)=>{t.log("five")}]);`;

type Module = (loader: unknown, tools: unknown, given: Record<string, unknown>) => void;

/**
 * Runs module 4 of a script. Each turn of the event loop is a list of what was done in it; every module takes `milliseconds`. The scripts
 * of the page have all been run when `pageScripts` is fulfilled.
 */
async function turnsOf(
  script: string,
  milliseconds: number,
  pageScripts?: Promise<unknown>,
): Promise<string[][]> {
  const turns: string[][] = [[]];
  const later: (() => void)[] = [];
  let now = 0;
  const globals: { TURBOPACK?: unknown[][]; performance: unknown; setTimeout: unknown; self: unknown } = {
    self: { pageScripts },
    performance: { now: () => now },
    setTimeout: (task: () => void) => later.push(task),
  };
  runInNewContext(script, globals);
  const modules = globals.TURBOPACK?.[0] ?? [];
  const loaded = new Map<number, Record<string, unknown>>();
  const r = (id: number) => {
    const known = loaded.get(id);
    if (known !== undefined) return known;
    const given = {};
    loaded.set(id, given);
    const tools = {
      log: (line: string) => turns.at(-1)?.push(line),
      appBootstrap: (task: () => void) => task(),
    };
    // As the script above has it: a module follows its number.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (modules[modules.indexOf(id) + 1] as Module)({ r }, tools, given);
    now += milliseconds;
    return given;
  };
  r(4);
  for (let task = later.shift(); task !== undefined; task = later.shift()) {
    turns.push([]);
    task();
    await nextTurn();
  }
  return turns;
}

it("a page starts in one piece as Next writes it", async () => {
  expect(await turnsOf(SCRIPT, 10)).toEqual([["one", "two", "three", "five", "with hooks", "asked"]]);
});

it("a page starts in slices, with its modules in their own order, and what is needed later is not called before", async () => {
  const sliced = sliceStart(SCRIPT, "a.js");
  expect(await turnsOf(sliced, 10)).toEqual([["asked"], ["one"], ["two"], ["three"], ["five", "with hooks"]]);
  expect(await turnsOf(sliced, 1)).toEqual([["asked"], ["one", "two", "three"], ["five", "with hooks"]]);
});

it("a page of which a script is still on its way waits with all but its modules", async () => {
  const loading = Promise.withResolvers<unknown>();
  const turns = await turnsOf(sliceStart(SCRIPT, "a.js"), 10, loading.promise);
  expect(turns).toEqual([["asked"], ["one"], ["two"], ["three"], []]);
  loading.resolve(null);
  await nextTurn();
  expect(turns.at(-1)).toEqual(["five", "with hooks"]);
});

it("a script that starts no page stays as it is", () => {
  const other = "(0,r.appBootstrap)(()=>{})";
  expect(sliceStart(other, "a.js")).toBe(other);
});

it("a build in which no script, or more than one, starts pages is refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "codedesk-start-"));
  try {
    writeFileSync(join(folder, "a.js"), SCRIPT);
    writeFileSync(join(folder, "b.js"), "let a=1;");
    await startInSlices(folder);
    expect(readFileSync(join(folder, "a.js"), "utf8")).toBe(sliceStart(SCRIPT, "a.js"));
    await expect(startInSlices(folder)).rejects.toThrow(
      "Next starts pages in another way than expected: 0 scripts",
    );
    writeFileSync(join(folder, "a.js"), SCRIPT);
    writeFileSync(join(folder, "b.js"), SCRIPT);
    await expect(startInSlices(folder)).rejects.toThrow("2 scripts");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
