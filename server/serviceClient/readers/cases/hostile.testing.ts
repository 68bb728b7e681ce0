import "server-only";

/** More than twice the calls that fit onto the stack: a reader that calls itself for each level fails. */
const DEEP = 25_000;

/** Inputs on which no reader may fail. Created by functions, because some are huge. */
export const HOSTILE: [name: string, make: () => unknown][] = [
  ["nothing", () => undefined],
  ["null", () => null],
  ["an empty text", () => ""],
  ["a boolean", () => true],
  ["a float", () => 0.1],
  ["not a number", () => Number.NaN],
  ["infinity", () => Number.POSITIVE_INFINITY],
  ["2^53+1, whose last digit is already lost", () => 2 ** 53 + 2],
  ["minus zero", () => -0],
  ["an empty object", () => ({})],
  ["an empty list", () => []],
  ["a list of nulls", () => Array.from({ length: 1_000 }, () => null)],
  ["a member called __proto__", () => JSON.parse('{"__proto__":{"id":1,"status":"completed","pin":"X"}}')],
  [
    "members called like methods",
    () => JSON.parse('{"constructor":1,"toString":2,"hasOwnProperty":3,"length":4}'),
  ],
  ["objects 25,000 deep", () => JSON.parse(`${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`)],
  ["lists 25,000 deep", () => JSON.parse(`${"[".repeat(DEEP)}${"]".repeat(DEEP)}`)],
  ["containers 25,000 deep", () => deepOrder("codes")],
  ["wallets 25,000 deep", () => deepOrder("wallet")],
  ["a text of 50 MB", () => "9".repeat(50_000_000)],
  [
    "an object with 30,000 members",
    () => Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, i])),
  ],
  ["30,000 members that are all called serial, beside an empty pin", () => manyCalled("serial")],
  ["30,000 members that are all called value, beside a currency", () => manyCalled("value")],
  ["NUL and half a character", () => ({ status: "\u0000\uD800", message: "a\u0000b", name: "\uDFFF" })],
];

/** Names are compared without separators, so each of these is the same name. */
function manyCalled(name: string): unknown {
  const members = Array.from({ length: 30_000 }, (_, at) => [`${name}${separators(at)}`, "1"]);
  const entry = { pin: null, currency: "EUR", ...Object.fromEntries(members) };
  return { status: "completed", products: [entry, { pin: "A" }] };
}

/** A number written in separators. */
function separators(number: number): string {
  return number.toString(4).replaceAll(/\d/g, (digit) => "_- ."[Number(digit)] ?? "");
}

function deepOrder(name: string): unknown {
  const open = `{"x":1,"${name}":[`.repeat(DEEP);
  return JSON.parse(`{"status":"completed","products":[{"pin":${open}${"]}".repeat(DEEP)}}],"wallet":{}}`);
}
