import { describe, expect, it } from "vitest";
import { earlierIdentifyingFields, identifyingFields } from "./identifyingFields.ts";

describe("the fields by which a code is recognised", () => {
  it("are all of them, if none is known to change", () => {
    const code = { pin: "AAAA-1", serial: "1", expiry: "2027-01-01", region: "EU" };
    expect(identifyingFields(code)).toEqual(code);
  });

  it("have no link if the code itself is beside it", () => {
    const code = { code: "AAAA-1", url: "https://redeem.example/1?sig=1" };
    expect(identifyingFields(code)).toEqual({ code: "AAAA-1" });
  });

  it("have a link without its signature if there is nothing else", () => {
    const first = { url: "https://redeem.example/r?code=AAAA-1&X-Amz-Date=1&X-Amz-Signature=abc" };
    expect(identifyingFields(first)).toEqual({ url: "https://redeem.example/r?code=AAAA-1" });
    expect(identifyingFields({ ...first, expiry: "2027-01-01" })).toMatchObject({
      url: "https://redeem.example/r?code=AAAA-1",
    });
  });

  it("have the link where nothing beside it is known to be the code", () => {
    const links = [1, 2].map((at) => ({
      type: "link",
      region: "EU",
      url: `https://redeem.example/${at}?sig=1`,
    }));
    expect(links.map(identifyingFields)).toEqual(
      links.map((fields) => ({ ...fields, url: fields.url.replace("?sig=1", "") })),
    );
    expect(identifyingFields({ serial: "S-1", url: "https://redeem.example/1" })).toEqual({ serial: "S-1" });
  });

  it("keep a link as it is that is not signed, and text that is none", () => {
    expect(identifyingFields({ url: "https://redeem.example/R?code=a b" })).toEqual({
      url: "https://redeem.example/R?code=a b",
    });
    expect(identifyingFields({ link: "not a link?sig=1" })).toEqual({ link: "not a link?sig=1" });
  });

  it("have no times and counters of unknown names", () => {
    expect(identifyingFields({ pin: "AAAA-1", viewedAt: "2026-01-01", view_count: "3" })).toEqual({
      pin: "AAAA-1",
    });
  });

  it("do not say how far a code, or the delivery of its line, is", () => {
    const code = { pin: "AAAA-1", region: "EU" };
    const delivering = { status: "ok", count: "1", delivered_quantity: "1", "line.pending": "2" };
    const redeemed = {
      status: "redeemed",
      used: "true",
      viewCount: "1",
      CARD_STATE: "used",
      "Redeem Status": "1",
    };
    for (const fields of [delivering, redeemed]) {
      expect(identifyingFields({ ...code, ...fields })).toEqual(code);
    }
    // Other words end like these.
    const account = { account: "A-1", region: "EU", Estate: "B", DISCOUNT: "5" };
    expect(identifyingFields(account)).toEqual(account);
    // Where a known field is called like this, it is what it is.
    expect(identifyingFields({ "state.code": "AAAA-1" })).toEqual({ "state.code": "AAAA-1" });
  });

  it("are all of them if nothing would be left", () => {
    expect(identifyingFields({ viewedAt: "2026-01-01" })).toEqual({ viewedAt: "2026-01-01" });
  });
});

describe("the fields by which earlier versions recognised a code", () => {
  it("are none where they are the same now", () => {
    expect(earlierIdentifyingFields({ pin: "AAAA-1", serial: "1" })).toEqual([]);
    expect(earlierIdentifyingFields({ viewedAt: "2026-01-01" })).toEqual([]);
  });

  it("are those with states, and all of them", () => {
    const [code, url] = [{ code: "AAAA-1" }, { url: "https://redeem.example/1" }];
    expect(earlierIdentifyingFields({ ...code, ...url })).toEqual([{ ...code, ...url }]);
    expect(earlierIdentifyingFields({ ...code, status: "issued" })).toEqual([{ ...code, status: "issued" }]);
    expect(earlierIdentifyingFields({ ...code, ...url, status: "issued" })).toEqual([
      { ...code, status: "issued" },
      { ...code, ...url, status: "issued" },
    ]);
  });
});
