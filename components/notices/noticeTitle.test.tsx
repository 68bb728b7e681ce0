import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Told } from "#lib/notices/words.ts";
import { NoticeTitle } from "./NoticeTitle.tsx";

/** What of a title a browser may translate. */
const translatable = (notice: Told) =>
  renderToStaticMarkup(<NoticeTitle notice={notice} />).replaceAll(/<bdi translate="no">.*?<\/bdi>/g, "…");

describe("the title of a notice, if the browser translates the page", () => {
  it.each<[Told["kind"], Told["subjects"][number], string]>([
    ["order.failed", { reference: "PO was not placed" }, "Order … was not placed"],
    [
      "release.asked",
      { member: "Ada Lovelace", reference: "PO-7" },
      "… asks for an export of codes of order …",
    ],
    ["wallet.low", { currency: "EUR" }, "Low balance in …"],
    ["order.completed", {}, "An order completed"],
  ])("keeps what is a value: %s", (kind, subject, expected) => {
    expect(translatable({ kind, count: 1, subjects: [subject] })).toBe(expected);
  });

  it("has no values for several", () => {
    const subjects = [{ reference: "orders" }, { reference: "2" }];
    expect(translatable({ kind: "order.completed", count: 2, subjects })).toBe("2 orders completed");
  });
});
