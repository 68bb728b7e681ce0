import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { isAppError } from "#server/context/errors.ts";
import { parseInput } from "#server/context/parseInput.ts";
import type { DeclaredRoute } from "#server/route/route.ts";
import { allRoutes } from "#tests/support/allRoutes.ts";

/** How zod's own messages begin. */
const OF_ZOD = /^(?:Invalid|Too (?:big|small)|Unrecognized|Expected|Required|Unknown type)/;
/** What some part of every schema refuses. */
const ODD = [
  undefined,
  null,
  true,
  "",
  "x",
  "x".repeat(70_000),
  -1,
  0,
  1.5,
  1e30,
  [],
  {},
  ["x", "x"],
  { x: {} },
];
const DEEPEST = 5;

/** Values for a schema that are wrong in one of its parts, and in all parts that they leave out. */
function oddValues(schema: z.core.$ZodType, depth = 0): unknown[] {
  if (depth > DEEPEST) return [];
  const inner = (of: z.core.$ZodType) => oddValues(of, depth + 1);
  // The definition tells which kind of schema it is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = schema as unknown as { def: z.core.$ZodTypes["_zod"]["def"] };
  if (def.type === "object") {
    const parts = Object.entries(def.shape).flatMap(([name, part]) =>
      inner(part).map((value) => ({ [name]: value })),
    );
    return [...ODD, ...parts];
  }
  if (def.type === "array")
    return [...ODD, Array(10_001).fill("x"), ...inner(def.element).map((value) => [value])];
  if (def.type === "record") return [...ODD, ...inner(def.valueType).map((value) => ({ x: value }))];
  if (def.type === "union") return [...ODD, ...def.options.flatMap(inner)];
  if (def.type === "pipe") return inner(def.in);
  return "innerType" in def ? inner(def.innerType) : ODD;
}

function saidOf(schema: z.ZodType, value: unknown): string[] {
  try {
    parseInput(schema, value, "body");
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return Object.entries(error.details.fields ?? {}).map(([name, said]) => `${name}: ${said}`);
  }
}

const isDeclared = (handler: object): handler is DeclaredRoute => "declaration" in handler;

describe("what people are told of invalid input", () => {
  it("is in our own words, for every part of the address, query and body of every route", async () => {
    const said = new Set<string>();
    for (const { handler } of await allRoutes()) {
      // Those of signing in keep their schema to themselves, and read it with parseInput() too.
      if (!isDeclared(handler)) continue;
      const { params, query, body } = handler.declaration;
      for (const schema of [params, query, body].filter((each) => each !== undefined)) {
        for (const value of oddValues(schema)) for (const each of saidOf(schema, value)) said.add(each);
      }
    }
    const messages = [...said].map((each) => each.slice(each.indexOf(": ") + 2));
    expect([...said].filter((_, index) => OF_ZOD.test(messages[index] ?? ""))).toEqual([]);
    for (const message of messages) expect(message).toMatch(/^[A-Z“].*[^:,]$/);
    expect(messages.length).toBeGreaterThan(300);
  });
});
