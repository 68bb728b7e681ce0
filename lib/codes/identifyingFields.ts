import { fieldRole } from "./fieldRoles.ts";

/** Names of unknown fields whose value is another one with each answer, such as `viewedAt` or `view_count`. */
const CHANGING = /[a-z](?:At|_at|Count|_count)$/;
/** Parameters by which storage services sign a link: they change with each answer, and what the link leads to does not. */
const SIGNING = /^(?:sig|signature|expires|policy|key-pair-id|x-(?:amz|goog|ms)-.*)$/i;

/**
 * The part of a code by which it is recognised in a later answer: without times and counters, and without links where something else
 * identifies it; of links that stay, without their signature. All of it, where nothing would be left.
 */
export function identifyingFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const lasting = Object.entries(fields).filter(
    ([name]) => fieldRole(name) !== "unknown" || !CHANGING.test(name),
  );
  const others = lasting.filter(([name]) => fieldRole(name) !== "link");
  const isIdentified = others.some(([name]) => ["code", "serial", "unknown"].includes(fieldRole(name)));
  const kept = isIdentified
    ? others
    : lasting.map(([name, value]) => [name, fieldRole(name) === "link" ? withoutSignature(value) : value]);
  return kept.length === 0 ? { ...fields } : Object.fromEntries(kept);
}

function withoutSignature(link: string): string {
  if (!URL.canParse(link)) return link;
  const address = new URL(link);
  const signing = [...address.searchParams.keys()].filter((name) => SIGNING.test(name));
  if (signing.length === 0) return link;
  for (const name of signing) address.searchParams.delete(name);
  return address.href;
}
