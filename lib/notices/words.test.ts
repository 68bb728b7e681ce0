import { describe, expect, it } from "vitest";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { NOTICE_KINDS } from "#lib/contracts/notices/noticeKinds.ts";
import { noticeAdvice, noticeHref, noticeLink, noticeTitle, orderedWords } from "./words.ts";

describe("the words of a notice", () => {
  it("say of one order which, and lead to its page; of several how many, and lead to their list", () => {
    const subjects = [{ reference: "PO 7/1" }];
    expect(noticeTitle({ kind: "order.partial", count: 1, subjects })).toBe("Order PO 7/1 delivered in part");
    expect(noticeHref({ kind: "order.partial", count: 1, subjects })).toMatch(/^\/orders\/./);
    expect(noticeTitle({ kind: "order.partial", count: 1_000, subjects })).toBe(
      "1,000 orders delivered in part",
    );
    expect(noticeHref({ kind: "order.partial", count: 1_000, subjects })).toBe("/orders?tab=incomplete");
  });

  it("say how much was ordered as the reader writes numbers, even if an earlier version has said it", () => {
    const order = { ordered: 1_200, quantity: 1_200, productCount: 1, firstProductName: "Streamly" };
    const reset = setLocaleSource(() => "de-DE");
    const words = [orderedWords({ order }), orderedWords({ content: "3 codes: Streamly" }), orderedWords({})];
    reset();
    expect(words).toEqual(["1.200 codes: Streamly", "3 codes: Streamly", undefined]);
  });

  it("have a link that says which environment it is of, wherever else it leads", () => {
    const link = (environment: "sandbox" | "production" | null, count: number) =>
      noticeLink(
        { kind: "order.partial", count, subjects: [{ reference: "PO 7/1" }], environment },
        "https://desk.example",
      );
    expect(link("production", 1)).toMatch(/^https:\/\/desk\.example\/orders\/[^?]+\?environment=production$/);
    expect(link("sandbox", 2)).toBe("https://desk.example/orders?tab=incomplete&environment=sandbox");
    expect(link(null, 2)).toBe("https://desk.example/orders?tab=incomplete");
  });

  it("are whole sentences for every kind, even if nothing is known of the thing", () => {
    for (const kind of NOTICE_KINDS) {
      for (const count of [1, 3]) {
        const title = noticeTitle({ kind, count, subjects: [] });
        expect(title).toMatch(/^[A-Z0-9]/);
        expect(title).not.toMatch(/undefined|null|NaN/);
      }
      expect(noticeAdvice(kind)).toMatch(/\.$/);
      expect(noticeHref({ kind, count: 1, subjects: [{ reference: "" }] })).toMatch(/^\//);
    }
  });
});
