/** The sentence does not hold. */
class Broken extends Error {}
/** The sentence cannot be tried. */
export class NotApplicable extends Error {}

/** The sentence does not hold unless `condition` does. */
export function must(condition: boolean, saw: string): asserts condition {
  if (!condition) throw new Broken(saw);
}

/** The sentence cannot be tried here. */
export function cannotTry(why: string): never {
  throw new NotApplicable(why);
}
