/** The statement does not hold. */
class Broken extends Error {}
/** The statement cannot be tried. */
export class NotApplicable extends Error {}

/** The statement does not hold unless `condition` does. */
export function must(condition: boolean, saw: string): asserts condition {
  if (!condition) throw new Broken(saw);
}

/** The statement cannot be tried here. */
export function cannotTry(why: string): never {
  throw new NotApplicable(why);
}
