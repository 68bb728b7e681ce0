/** The code of keys that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method that composes a text, such as Enter that takes a Japanese word. Safari ends the composition
 * before it tells of that key, which then has only the code. Every handler of keys in text fields asks first.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  // No other property tells.
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === HANDLED_BY_INPUT_METHOD;
}
