import type { Problem } from "#lib/contracts/problem.ts";

/**
 * The problem that a form still has to show at its end; null if all parts of it are shown beside fields.
 * @param names the fields of the form that show their own messages, as the server names them.
 */
export function beyondFields(problem: Problem | null, names: readonly string[]): Problem | null {
  const said = Object.keys(problem?.fields ?? {});
  return said.length > 0 && said.every((name) => names.includes(name)) ? null : problem;
}
