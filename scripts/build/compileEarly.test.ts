import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { compileEarly, markModules } from "./compileEarly.ts";

/** As Turbopack writes a script. */
const HEAD =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,';
const SCRIPT = `${HEAD}1,(e,t)=>{"use strict";t("€ ₹ 😀",[1,()=>2])},2,function(e,t){t(")(",e)},3,1,4,e=>e]);\n//# sourceMappingURL=a.map`;

type Run = { TURBOPACK: unknown[][] };

/** Calls every module of a script, and returns what each exports. */
function handedOut(script: string): unknown[] {
  const globals: Partial<Run> = {};
  runInNewContext(script, globals);
  const calls: unknown[] = [];
  for (const part of globals.TURBOPACK?.flat() ?? []) {
    if (typeof part === "function") calls.push(part("it", (...given: unknown[]) => calls.push(given.length)));
  }
  return calls;
}

it("every module of a script is marked as called soon, and nothing else", () => {
  expect(markModules(SCRIPT, "a.js")).toBe(
    `${HEAD}1,((e,t)=>{"use strict";t("€ ₹ 😀",[1,()=>2])}),2,(function(e,t){t(")(",e)}),3,1,4,(e=>e)]);\n//# sourceMappingURL=a.map`,
  );
});

it("marked modules do what they did", () => {
  expect(handedOut(SCRIPT)).toHaveLength(5);
  expect(handedOut(markModules(SCRIPT, "a.js"))).toEqual(handedOut(SCRIPT));
});

it.each([
  "",
  "self.onmessage=()=>{}",
  "(()=>{})()",
  "push(()=>{})",
  "let list=[()=>{}];",
  "this is not a script",
])("a script of another form stays as it is: %s", (script) => {
  expect(markModules(script, "a.js")).toBe(script);
});

it("scripts are changed wherever they lie, and no other file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "codedesk-scripts-"));
  try {
    mkdirSync(join(folder, "chunks"));
    writeFileSync(join(folder, "chunks", "a.js"), SCRIPT);
    writeFileSync(join(folder, "chunks", "a.css"), SCRIPT);
    await compileEarly(folder);
    expect(readFileSync(join(folder, "chunks", "a.js"), "utf8")).toBe(markModules(SCRIPT, "a.js"));
    expect(readFileSync(join(folder, "chunks", "a.css"), "utf8")).toBe(SCRIPT);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
