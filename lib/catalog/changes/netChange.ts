import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import {
  changedFields,
  CHANGE_KINDS,
  RECORDED_FIELDS,
  type ChangeKind,
  type RecordedField,
  type RecordedFields,
} from "#lib/contracts/catalog/changeKinds.ts";

type Recorded = Pick<CatalogChange, "kinds" | "before" | "after">;

/** What the changes of a product come to, from the first to the last one; null if it is again as it was before them. */
export function netChange(first: Recorded, last: Recorded): Recorded | null {
  const { after } = last;
  const start = { ...first.after, ...first.before };
  const differing = changedFields(start).filter((field) => start[field] !== after[field]);
  const offer = offerOf(!isUnoffered(first), !last.kinds.includes("gone"));
  if (offer === "gone") return { kinds: ["gone"], before: {}, after };
  // What was not offered, and is not, concerns nobody.
  if (offer === "absent") return null;
  const kinds = kindsOf(differing, offer === "back" && first.kinds.includes("new") ? "new" : offer);
  if (kinds.length === 0) return null;
  return { kinds, before: pick(start, differing), after };
}

const isUnoffered = ({ kinds }: Recorded) => kinds.includes("new") || kinds.includes("back");

function offerOf(before: boolean, after: boolean): "gone" | "back" | "absent" | null {
  if (before) return after ? null : "gone";
  return after ? "back" : "absent";
}

function kindsOf(fields: readonly RecordedField[], offer: ChangeKind | null): ChangeKind[] {
  if (offer === "new") return ["new"];
  return CHANGE_KINDS.filter(
    (kind) => kind === offer || fields.some((field) => RECORDED_FIELDS[field] === kind),
  );
}

function pick(values: RecordedFields, fields: readonly RecordedField[]): Partial<RecordedFields> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
