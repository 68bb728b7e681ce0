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
