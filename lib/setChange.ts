/**
 * What a form adds to a set that others may change meanwhile, and what it removes from it. Sent instead of the set as a whole, so that
 * what somebody else has added stays.
 */
export function changedItems(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  return {
    added: after.filter((each) => !before.includes(each)),
    removed: before.filter((each) => !after.includes(each)),
  };
}

/** The set after a change: what is there by now, without what the change removes, and with what it adds. */
export function withChange<Item>(
  now: readonly Item[],
  { added = [], removed = [] }: { added?: readonly Item[]; removed?: readonly Item[] },
): Item[] {
  return [...new Set([...now.filter((each) => !removed.includes(each)), ...added])];
}
