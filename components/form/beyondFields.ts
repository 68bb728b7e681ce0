import type { Problem } from "#lib/contracts/problem.ts";

/**
 * What of a problem a form still has to say at its end: nothing, where each part of it stands beside a field, else the problem.
 * @param names the fields of the form that show what was said about them, as the server calls them.
 */
export function beyondFields(problem: Problem | null, names: readonly string[]): Problem | null {
  const said = Object.keys(problem?.fields ?? {});
  return said.length > 0 && said.every((name) => names.includes(name)) ? null : problem;
}
