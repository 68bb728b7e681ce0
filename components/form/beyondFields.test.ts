import { describe, expect, it } from "vitest";
import type { Problem } from "#lib/contracts/problem.ts";
import { beyondFields } from "./beyondFields.ts";

function refusedFor(fields?: Record<string, string>): Problem {
  const problem = {
    type: "validation",
    title: "Invalid request",
    status: 400,
    detail: "Change this.",
  } as const;
  return { ...problem, requestId: "r-1", ...(fields === undefined ? {} : { fields }) };
}

describe("what a form says at its end", () => {
  it("is nothing when its fields say it all", () => {
    expect(beyondFields(null, ["name"])).toBeNull();
    expect(beyondFields(refusedFor({ name: "Enter a name" }), ["name", "scopes"])).toBeNull();
  });

  it.each<[string, Record<string, string> | undefined]>([
    ["no parts", undefined],
    ["an empty list of parts", {}],
    ["a part without a field", { name: "Enter a name", role: "Choose one" }],
  ])("is the problem when it has %s", (_which, fields) => {
    const problem = refusedFor(fields);
    expect(beyondFields(problem, ["name"])).toBe(problem);
  });
});
