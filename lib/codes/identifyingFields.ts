import { fieldRole } from "./fieldRoles.ts";

type Fields = Readonly<Record<string, string>>;

/** Names of unknown fields whose value differs in every answer, such as `viewedAt` or `view_count`. */
const CHANGING = /[a-z](?:At|_at|Count|_count)$/;
/** Names of unknown fields that say how far a code is, or the line that it came with: they change from one delivery to the next. */
const PROGRESS = /(?:status|quantity|qty|delivered|pending|remaining|(?<![a-z])(?:state|count))$/i;
/** Parameters with which storage services sign a link: they change in every answer, while the target of the link does not. */
const SIGNING = /^(?:sig|signature|expires|policy|key-pair-id|x-(?:amz|goog|ms)-.*)$/i;

/**
 * The part of a code by which it is recognised in a later answer: without times, counters and states, and without links beside a code or a
 * serial number; of links that stay, without their signature. An unknown field may be the same in all codes, so the link stays beside it.
 * The same object, where all of it identifies, or nothing would be left.
 */
export function identifyingFields(fields: Fields): Fields {
  return lastingFields(fields, (name, value) => !CHANGING.test(name) && !isProgress(name, value));
}

/** The parts by which earlier versions recognised a code, where they are others: with states, and all of it. */
export function earlierIdentifyingFields(fields: Fields): Fields[] {
  const now = identifyingFields(fields);
  const withStates = lastingFields(fields, (name) => !CHANGING.test(name));
  const hasOthers = Object.keys(withStates).length !== Object.keys(now).length;
  const others = hasOthers ? [withStates] : [];
  return now === fields || withStates === fields ? others : [...others, fields];
}

function lastingFields(fields: Fields, isLasting: (name: string, value: string) => boolean): Fields {
  const all = Object.entries(fields).map(([name, value]) => ({ name, value, role: fieldRole(name) }));
  const lasting = all.filter(({ name, value, role }) => role !== "unknown" || isLasting(name, value));
  const isIdentified = lasting.some(({ role }) => role === "code" || role === "serial");
  const kept = lasting.flatMap(({ name, value, role }): [string, string][] => {
    if (role !== "link") return [[name, value]];
    return isIdentified ? [] : [[name, withoutSignature(value)]];
  });
  const isUnchanged = kept.length === all.length && kept.every(([name, value]) => fields[name] === value);
  return kept.length === 0 || isUnchanged ? fields : Object.fromEntries(kept);
}

/** `true` says what became of a code (`used: true`), or nothing: where it is false, there is no such field. */
function isProgress(name: string, value: string): boolean {
  // An account and an estate are none of these.
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2");
  return PROGRESS.test(words) || value === "true";
}

function withoutSignature(link: string): string {
  if (!link.includes("?") || !URL.canParse(link)) return link;
  const address = new URL(link);
  const signing = [...address.searchParams.keys()].filter((name) => SIGNING.test(name));
  if (signing.length === 0) return link;
  for (const name of signing) address.searchParams.delete(name);
  return address.href;
}
