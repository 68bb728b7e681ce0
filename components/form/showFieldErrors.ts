import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { Problem } from "#lib/contracts/problem.ts";
import { beyondFields } from "./beyondFields.ts";

/**
 * Shows the server's messages beside the fields that they are about, and focuses the first. Returns the problem if part of it
 * belongs to no field of this form, otherwise null.
 * @param names the form's fields, as the server names them.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  names: readonly FieldPath<Values>[],
  problem: Problem,
): Problem | null {
  const fields = problem.fields ?? {};
  const mine = names.filter((name) => Object.hasOwn(fields, name));
  for (const name of mine) {
    form.setError(name, { type: "server", message: fields[name] }, { shouldFocus: name === mine[0] });
  }
  return beyondFields(problem, names);
}
