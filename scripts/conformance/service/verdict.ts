/** The statement does not hold. */
class Broken extends Error {}
/** The statement cannot be tested. */
export class NotApplicable extends Error {}

/** Fails with what was observed unless `condition` is true. */
export function must(condition: boolean, saw: string): asserts condition {
  if (!condition) throw new Broken(saw);
}

/** Ends the check, because the statement cannot be tested here. */
export function cannotTry(why: string): never {
  throw new NotApplicable(why);
}
