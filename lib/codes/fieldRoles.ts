import { fieldLabel } from "./fieldLabels.ts";

/** What a field of a code is for: `code` and `link` are what is redeemed, the others describe it. */
export type FieldRole = "code" | "link" | "serial" | "expiry" | "further";

const ROLES: Record<string, FieldRole> = {
  Link: "link",
  "Redemption link": "link",
  "Activation link": "link",
  "Serial number": "serial",
  Expires: "expiry",
  "Valid until": "expiry",
  "Valid from": "further",
  Batch: "further",
  Instructions: "further",
  Terms: "further",
  Note: "further",
  "User name": "further",
};

/**
 * The role of a field, by its label. An unknown field may be the code itself, and counts as the code unless another field is
 * known to be it: see `codeFields`.
 */
export function fieldRole(name: string): FieldRole | "unknown" {
  const label = fieldLabel(name);
  if (Object.hasOwn(ROLES, label)) return ROLES[label] ?? "unknown";
  return label === name && !KNOWN_AS_THEY_ARE.has(name) ? "unknown" : "code";
}

/** Known names that are their own labels. */
const KNOWN_AS_THEY_ARE = new Set(["Code", "PIN", "Number", "Card", "Voucher", "Coupon", "Key", "Token"]);

/** The names of the fields that contain the code itself: those known as such, otherwise links, otherwise unknown ones, otherwise all. */
export function codeFields(names: readonly string[]): string[] {
  for (const role of ["code", "link", "unknown"] as const) {
    const found = names.filter((name) => fieldRole(name) === role);
    if (found.length > 0) return found;
  }
  return [...names];
}

/** Fields in the order of columns: the code, its serial number, its expiry, then everything else in the given order. */
export function inColumnOrder(names: readonly string[]): string[] {
  const codes = new Set(codeFields(names));
  const place = (name: string): number => {
    if (codes.has(name)) return 0;
    const role = fieldRole(name);
    return role === "serial" ? 1 : role === "expiry" ? 2 : 3;
  };
  return names.toSorted((one, other) => place(one) - place(other));
}

/** Whether a search matches the fields that describe the code; the code itself is never searched. */
export function isFound(fields: Readonly<Record<string, string>>, search: string): boolean {
  const names = Object.keys(fields);
  const codes = new Set(codeFields(names));
  const wanted = search.toLowerCase();
  return names.some(
    (name) =>
      !codes.has(name) && fieldRole(name) !== "link" && (fields[name] ?? "").toLowerCase().includes(wanted),
  );
}
