import { describe, expect, it } from "vitest";
import { parseJson, rawPath, readBody, sentAddress } from "./request.ts";

const LIMIT = 10 * 1024 * 1024;
const sent = (body: Uint8Array<ArrayBuffer> | string | null) =>
  new Request("http://127.0.0.1/v2/orders", { method: "POST", body });

describe("the address of a request", () => {
  it("has the path as it was sent, its last segment decoded, and the query", () => {
    const { path, segment, query } = sentAddress("/v2/orders/a%2Fb%20c?x=1&y=2");
    expect(path).toBe("/v2/orders/a%2Fb%20c?x=1&y=2");
    expect(segment).toBe("a/b c");
    expect([...query]).toEqual([
      ["x", "1"],
      ["y", "2"],
    ]);
  });

  it("has no query if there is none, and keeps a slash of the query out of the segment", () => {
    expect([...sentAddress("/v2/wallet").query]).toEqual([]);
    expect(sentAddress("/v2/wallet").segment).toBe("wallet");
    expect(sentAddress("/v2/orders/a?x=b/c").segment).toBe("a");
    expect(rawPath("/v2/../a?b")).toBe("/v2/../a");
    expect(rawPath("?b")).toBe("");
  });

  it("leaves a segment as it is that nothing can decode", () => {
    expect(sentAddress("/v2/orders/100%").segment).toBe("100%");
  });
});

describe("a body", () => {
  it("is read whole up to the longest of an order, and not at all beyond", async () => {
    expect((await readBody(sent("{}")))?.toString()).toBe("{}");
    expect(await readBody(sent(null))).toHaveLength(0);
    expect(await readBody(sent(new Uint8Array(LIMIT)))).toHaveLength(LIMIT);
    expect(await readBody(sent(new Uint8Array(LIMIT + 1)))).toBeNull();
  });

  it("is undefined if it is no JSON, or not in UTF-8", () => {
    expect(parseJson(Buffer.from('{"a":"ä"}'))).toEqual({ a: "ä" });
    expect(parseJson(Buffer.from("{"))).toBeUndefined();
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
  });
});
