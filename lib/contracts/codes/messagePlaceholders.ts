/** What a message for a customer can say of a code, by the names that stand in braces, with what each means. */
export const MESSAGE_PLACEHOLDERS = {
  product: "the product's name",
  value: "what the code is worth",
  code: "the code, with its PIN unless that has its own place",
  pin: "the PIN",
  serial: "the serial number",
  expiry: "the last day, as the service writes it",
  redeem: "how to redeem it: the service's instructions or link",
} as const;
export type MessagePlaceholder = keyof typeof MESSAGE_PLACEHOLDERS;

/** A name in braces. */
export const PLACEHOLDER = /\{([^{}\r\n]*)\}/g;

export function isPlaceholder(name: string): name is MessagePlaceholder {
  return Object.hasOwn(MESSAGE_PLACEHOLDERS, name);
}

/** The placeholders of a template that mean nothing, as they stand there. */
export function unknownPlaceholders(template: string): string[] {
  const all = template.matchAll(PLACEHOLDER);
  return [...new Set([...all].flatMap(([whole, name = ""]) => (isPlaceholder(name) ? [] : whole)))];
}
