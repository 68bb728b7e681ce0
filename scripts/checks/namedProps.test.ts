import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

it("the linter refuses properties that are spread from an object in their place, where a wrong name would not be noticed", () => {
  const project = mkdtempSync(join(tmpdir(), "codedesk-props-"));
  const config = { jsPlugins: [resolve("scripts/checks/namedProps.ts")], rules: { "props/named": "error" } };
  writeFileSync(join(project, ".oxlintrc.json"), JSON.stringify(config));
  writeFileSync(join(project, "Spread.tsx"), "export const Spread = (own) => <p {...{ own }} />;\n");
  writeFileSync(join(project, "Named.tsx"), "export const Named = (own) => <p {...own} own={own} />;\n");
  const linter = resolve("node_modules/oxlint/bin/oxlint");
  const { status, stdout } = spawnSync(process.execPath, [linter], { cwd: project, encoding: "utf8" });
  rmSync(project, { recursive: true });
  expect(stdout).toContain("Write each property by its name: draft={draft}.");
  expect(stdout).toContain("Spread.tsx");
  expect(stdout).not.toContain("Named.tsx");
  expect(status).toBe(1);
});
