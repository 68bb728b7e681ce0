import { describe, expect, it } from "vitest";
import { upgradeSpecs } from "./upgradeSpecs.ts";

const packages = new Set(["next", "react", "react-dom", "tailwindcss", "@tailwindcss/postcss"]);
const specs = (...args: string[]) => upgradeSpecs(args, packages);

describe("what a rehearsal installs", () => {
  it("is what was asked for, in exact versions", () => {
    expect(specs("next@16.4.6", "react-dom@20.0.0-rc.1")).toEqual([
      "next@16.4.6",
      "react@20.0.0-rc.1",
      "react-dom@20.0.0-rc.1",
    ]);
  });

  it("includes what is published together, unless another version of it was asked for", () => {
    expect(specs("tailwindcss@4.3.5")).toEqual(["tailwindcss@4.3.5", "@tailwindcss/postcss@4.3.5"]);
    expect(specs("react@19.3.1", "react-dom@19.3.0")).toEqual(["react@19.3.1", "react-dom@19.3.0"]);
  });

  it.each(["next", "next@latest", "next@^16", "next@16", "--force", "@16.4.6", "next@1.2.3 x"])(
    "is not guessed from %s",
    (arg) => expect(() => specs(arg)).toThrow("names no package with an exact version"),
  );

  it("is something that the project uses", () => {
    expect(() => specs("left-pad@1.3.0")).toThrow("package.json does not name left-pad.");
    expect(() => specs()).toThrow("Name what to rehearse");
  });
});
