/** The keys that have no character, as WebDriver writes them. */
export const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Control: "\uE009",
} as const;

export type Key = keyof typeof KEYS;
