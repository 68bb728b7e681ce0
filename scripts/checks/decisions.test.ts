import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPage } from "./citations.ts";

const FOLDER = "docs/decisions";
const names = readdirSync(FOLDER).filter((name) => name !== "README.md");

describe("the decisions", () => {
  it.each(names)("%s has status, date, context, decision, alternatives and consequences", (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    expect(text).toMatch(/^- Status: (?:proposed|accepted|replaced by \[\d+\]\(.+\))$/m);
    expect(text).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/m);
    expect([...readPage(text).anchors]).toEqual(
      expect.arrayContaining(["context", "decision", "alternatives", "consequences"]),
    );
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
  });

  it("are all listed in their README", () => {
    const readme = readFileSync(`${FOLDER}/README.md`, "utf8");
    expect(names.filter((name) => !readme.includes(`](${name}) |`))).toEqual([]);
  });
});
