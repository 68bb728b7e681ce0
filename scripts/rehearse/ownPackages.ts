import { readFileSync } from "node:fs";
import { z } from "zod";

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** The packages that package.json names, whose versions are changed by hand. */
export function ownPackages(): ReadonlySet<string> {
  const { dependencies, devDependencies } = manifestSchema.parse(
    JSON.parse(readFileSync("package.json", "utf8")),
  );
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}
