import { describe, expect, it } from "vitest";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";
import { createRedact } from "./redactKey.ts";

const KEY = "svc_test_a/B+c0123-4567~89Zz?=x";
const redact = createRedact([KEY]);
const bytes = Buffer.from(KEY);
const each = (form: (code: number) => string) => [...bytes].map(form).join("");
const hex = (code: number) => code.toString(16).padStart(2, "0");

/** The text of a JSON document, as it is sent. */
const documents: [string, string][] = [
  ["as it is", JSON.stringify(KEY)],
  ["in capital letters", JSON.stringify(KEY.toUpperCase())],
  ["with escaped slashes", `"${KEY.replaceAll("/", String.raw`\/`)}"`],
  ["with an escaped plus", `"${KEY.replaceAll("+", String.raw`\u002B`)}"`],
  ["with every character escaped", `"${each((code) => String.raw`\u00${hex(code)}`)}"`],
  ["as JSON within JSON", JSON.stringify(`{"k":"${KEY.replaceAll("/", String.raw`\/`)}"}`)],
  [
    "as JSON within JSON, every character escaped",
    JSON.stringify(each((code) => String.raw`\u00${hex(code)}`)),
  ],
  ["percent-encoded", JSON.stringify(encodeURIComponent(KEY))],
  ["percent-encoded in small letters", JSON.stringify(encodeURIComponent(KEY).toLowerCase())],
  ["percent-encoded twice", JSON.stringify(encodeURIComponent(encodeURIComponent(KEY)))],
  ["with every character percent-encoded", JSON.stringify(each((code) => `%${hex(code)}`))],
  ["in HTML", JSON.stringify(each((code) => `&#x${hex(code).toUpperCase()};`))],
  ["in decimal HTML", JSON.stringify(each((code) => `&#${code};`))],
  ["in base64", JSON.stringify(bytes.toString("base64"))],
  ["in base64 after one byte", JSON.stringify(Buffer.from(`:${KEY}`).toString("base64"))],
  ["in base64 after two bytes", JSON.stringify(Buffer.from(`k:${KEY}`).toString("base64"))],
  ["in base64 inside a text", JSON.stringify(`Basic ${Buffer.from(`user:${KEY}:more`).toString("base64")}`)],
  ["in base64url", JSON.stringify(Buffer.from(`>>>${KEY}`).toString("base64url"))],
  ["in hexadecimal", JSON.stringify(bytes.toString("hex"))],
  ["in capital hexadecimal", JSON.stringify(bytes.toString("hex").toUpperCase())],
  ["in hexadecimal with spaces", JSON.stringify([...bytes].map(hex).join(" "))],
];

/** Everything that a reader could turn back into the key. */
function leaks(text: string): boolean {
  const decoded = [
    text,
    Buffer.from(text, "base64").toString("latin1"),
    ...(text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? []).map((run) =>
      Buffer.from(run, "base64").toString("latin1"),
    ),
    Buffer.from(text.replaceAll(/[^0-9a-f]/gi, ""), "hex").toString("latin1"),
    text.replaceAll(/\\+\//g, "/"),
    text.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  ];
  // Half of the key would be half of a secret.
  return decoded.some((form) => form.toLowerCase().includes(KEY.slice(9, 20).toLowerCase()));
}

describe("a key that the service repeats", () => {
  it.each(documents)("%s is replaced in values, in names, and inside other text", (_, document) => {
    const inside = `"x ${document.slice(1, -1)} y"`;
    const text = `{"message":${document},${document}:[{"deep":${inside}}],"__proto__":{"a":${document}}}`;
    const cleaned = JSON.stringify(redact(parseJson(text)));
    expect(leaks(cleaned)).toBe(false);
    expect(cleaned.match(/\[key\]/g)).toHaveLength(4);
    expect(cleaned).toContain('"__proto__"');
  });

  it("alone is replaced, and any of several", () => {
    expect(redact(KEY)).toBe("[key]");
    expect(createRedact(["svc_test_first-key-0001", KEY])(`a svc_test_first-key-0001 ${KEY}`)).toBe(
      "a [key] [key]",
    );
  });
});

describe("what is no key", () => {
  it("stays as it is, to the last member", () => {
    const value = {
      id: 7,
      name: "svc_test_another",
      list: [null, true, 1.5, "svc", ""],
      nested: { "a/b": "\\u002B %2B" },
    };
    expect(redact(structuredClone(value))).toEqual(value);
  });

  it("may be nested as deep as the service likes", () => {
    const deep = `${"[".repeat(100_000)}"${KEY}"${"]".repeat(100_000)}`;
    let inner = redact(parseJson(deep));
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe("[key]");
  });
});
