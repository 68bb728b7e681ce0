import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execSync } from "node:child_process";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { repeatTest } from "./repeatTest.ts";

const NAMES = [
  "holds: a+b (c)? [d] $1 'quoted' \"twice\" \\ | {e} ^",
  "holds: a+b (c)? [d] $1 'quoted' \"twice\" \\ | {e} ^ too",
] as const;

describe("the command that repeats a test", () => {
  it("runs exactly that test in a shell, whatever is in its name, and its property with the seed", () => {
    // In a folder whose tests are unit tests.
    const folder = mkdtempSync(join("scripts", "checks", "repeated-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "repeated.test.ts");
    writeFileSync(
      file,
      `import fc from "fast-check";
       import { describe, it } from "vitest";
       describe("outside", () => {
         for (const name of ${JSON.stringify(NAMES)})
           it(name, () => console.log(\`ran \${name} with \${fc.readConfigureGlobal().seed}\`));
       });`,
    );
    const command = repeatTest("unit", relative(".", file), `outside > ${NAMES[0]}`, "-42");
    const output = execSync(command, { encoding: "utf8" });
    expect(output.match(/ran .*/g)).toEqual([`ran ${NAMES[0]} with -42`]);
  });
});
