/** For whom somebody stood in when they decided, as a record says it; null: for nobody. */
export function deputyWords({ deputyOf }: Record<string, unknown>): string | null {
  if (!Array.isArray(deputyOf)) return null;
  const names = deputyOf.filter((name) => typeof name === "string");
  return names.length === 0 ? null : `as deputy of ${names.join(", ")}`;
}
