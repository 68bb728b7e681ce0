import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const composeSchema = z.object({
  "x-dashboard": z.object({ environment: z.record(z.string(), z.string()) }),
});

/** The variables that deploy/compose.yaml gives each dashboard, with the given values in them, as .env gives them to Docker. */
export function composeVariables(values: Record<string, string>): Record<string, string> {
  const { environment } = composeSchema.parse(
    parse(readFileSync("deploy/compose.yaml", "utf8"), { merge: true }),
  )["x-dashboard"];
  const filled = (text: string) =>
    text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`deploy/compose.yaml needs ${name}`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)]));
}
