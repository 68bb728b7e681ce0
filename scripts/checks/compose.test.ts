import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const SCHEMA = "tests/deploy/compose/compose-spec.json";
const COMPOSE = "deploy/compose.yaml";

/** What does not agree with the schema of the Compose Specification, as `place: message`. */
function complaints(text: string): string[] {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA, "utf8"));
  // The schema names formats, such as durations, that only Docker itself knows.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.compile(schema);
  isValid(parse(text, { merge: true }));
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

describe(COMPOSE, () => {
  it("is a file of the Compose Specification", () => {
    expect(complaints(readFileSync(COMPOSE, "utf8"))).toEqual([]);
  });

  it("would not be with a key that there is not, or a value of another kind", () => {
    const text = readFileSync(COMPOSE, "utf8");
    expect(complaints(text.replace("read_only: true", "readonly: true"))).toContainEqual(
      expect.stringContaining("must NOT have additional properties"),
    );
    expect(complaints(text.replace("cap_drop: [ALL]", "cap_drop: ALL"))).toContainEqual(
      expect.stringContaining("cap_drop: must be array"),
    );
  });
});
