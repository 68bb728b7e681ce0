import "server-only";
import * as fc from "fast-check";

/** A way to write the codes of one line: takes some secrets and returns the `products` entries that deliver them. */
type Shape = (secrets: string[], names: string[]) => Record<string, unknown>[];

const other = (names: string[]) => Object.fromEntries(names.map((name) => [name, `about ${name}`]));

const SHAPES: Shape[] = [
  // One entry for each code.
  (secrets) => secrets.map((pin) => ({ productId: 1, pin })),
  (secrets) => secrets.map((code) => ({ productId: 1, pin: { code, serial: "s" } })),
  (secrets) => secrets.map((pin) => ({ productId: 1, pin: [pin], expiry: "2027" })),
  (secrets, names) => secrets.map((secret) => ({ pin: { magic: secret, ...other(names) } })),
  (secrets) => secrets.map((code) => ({ pin: { card: { front: { code } } } })),
  (secrets) =>
    secrets.map((value) => ({
      pin: [
        { name: "code", value },
        { name: "serial", value: "s" },
      ],
    })),
  (secrets) =>
    secrets.map((url) => ({ pin: { url, terms: ["a", "b"], nested: { list: [{ x: 1 }, { x: 2 }] } } })),
  // Under a second name, beside an empty pin.
  (secrets) => secrets.map((url) => ({ productId: 1, pin: null, url, termsUrl: "https://t" })),
  (secrets) => secrets.map((redemptionCode) => ({ pin: { code: null, status: "pending" }, redemptionCode })),
  // One entry for each line.
  (secrets) => [{ productId: 1, quantity: secrets.length, pin: secrets }],
  (secrets) => [{ productId: 1, pin: secrets.map((code) => ({ code, valid: true })) }],
  (secrets, names) => [{ pin: secrets.map((pin) => ({ pin, extra: other(names) })) }],
  (secrets) => [{ pin: { codes: secrets } }],
  (secrets) => [{ pin: { codes: secrets.map((code) => ({ code })), expiry: "2027" } }],
  (secrets) => [{ pin: { data: { items: secrets.map((serial) => ({ serial })) } } }],
  (secrets) => [{ pin: Object.fromEntries(secrets.map((secret, index) => [String(index), secret])) }],
  (secrets) => [{ pin: secrets.map((secret) => [secret]) }],
  (secrets) => [{ pin: secrets.map((pin) => (pin.length % 2 === 0 ? pin : { pin })) }],
  (secrets) => [{ pin: secrets, serial: secrets.map(() => "s"), url: "https://x" }],
  (secrets) => [{ productId: 1, items: secrets.map((pin) => ({ pin })) }],
  (secrets) => [{ pin: [...secrets, { code: null, status: "pending" }, "processing"] }],
  (secrets, names) => [{ pin: [null, ...secrets.flatMap((secret) => [secret, null, ""])], ...other(names) }],
];

const names = fc.uniqueArray(
  fc.constantFrom("note", "Zauberwort", "__proto__", "constructor", "toString", "a.b", "ключ", " ", "length"),
  { maxLength: 4 },
);
const line = fc.record({
  shape: fc.constantFrom(...SHAPES),
  names,
  words: fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
});

/** An order with some lines, each written in its own way, and the secrets in it in their order. */
export const deliveredOrders = fc.array(line, { maxLength: 5 }).map((lines) => {
  const secrets = new Set<string>();
  const products = lines.flatMap(({ shape, names: others, words }, lineIndex) => {
    const own = words.map((word, index) => `secret ${lineIndex}/${index} ${word}`);
    for (const secret of own) secrets.add(secret);
    return shape(own, others);
  });
  return { order: { status: "completed", products }, secrets };
});
