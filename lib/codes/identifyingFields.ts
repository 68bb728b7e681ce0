import { fieldRole } from "./fieldRoles.ts";

/** Names of unknown fields whose value differs in every answer, such as `viewedAt` or `view_count`. */
const CHANGING = /[a-z](?:At|_at|Count|_count)$/;
/** Parameters with which storage services sign a link: they change in every answer, while the target of the link does not. */
const SIGNING = /^(?:sig|signature|expires|policy|key-pair-id|x-(?:amz|goog|ms)-.*)$/i;

/**
 * The part of a code by which it is recognised in a later answer: without times and counters, and without links beside a code or a serial
 * number; of links that stay, without their signature. An unknown field may be the same in all codes, so the link stays beside it. The
 * same object, where all of it identifies, or nothing would be left.
 */
export function identifyingFields(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const all = Object.entries(fields).map(([name, value]) => ({ name, value, role: fieldRole(name) }));
  const lasting = all.filter(({ name, role }) => role !== "unknown" || !CHANGING.test(name));
  const isIdentified = lasting.some(({ role }) => role === "code" || role === "serial");
  const kept = lasting.flatMap(({ name, value, role }): [string, string][] => {
    if (role !== "link") return [[name, value]];
    return isIdentified ? [] : [[name, withoutSignature(value)]];
  });
  const isUnchanged = kept.length === all.length && kept.every(([name, value]) => fields[name] === value);
  return kept.length === 0 || isUnchanged ? fields : Object.fromEntries(kept);
}

function withoutSignature(link: string): string {
  if (!link.includes("?") || !URL.canParse(link)) return link;
  const address = new URL(link);
  const signing = [...address.searchParams.keys()].filter((name) => SIGNING.test(name));
  if (signing.length === 0) return link;
  for (const name of signing) address.searchParams.delete(name);
  return address.href;
}
