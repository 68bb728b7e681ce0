import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { OrderContentName } from "./OrderContentName.tsx";

const order = { ordered: 10, quantity: 10, productCount: 1, firstProductName: "Streamly" };
const LONG = "A very long name of a product that no phone has enough lines for, of series 12";

/** The parts of a text that are set apart from each other; only the last one can't be cut off. */
const partsOf = (content: typeof order) =>
  [
    ...renderToStaticMarkup(<OrderContentName order={content} />).matchAll(
      /<span class="(.*?)">(.*?)<\/span>/g,
    ),
  ].map(([, classes = "", text]) => ({ text, isCut: classes.includes("line-clamp") }));

describe("what was ordered, in a list on a phone", () => {
  it("is one text if it is short", () => {
    expect(renderToStaticMarkup(<OrderContentName order={order} />)).toBe("10 codes: Streamly");
  });

  it("ends with the end of a long name", () => {
    expect(partsOf({ ...order, firstProductName: LONG })).toEqual([
      { text: "10 codes: A very long name of a product that no phone has enough lines for, of", isCut: true },
      { text: "series 12", isCut: false },
    ]);
  });

  it("ends with the number of other products, however long a name is", () => {
    expect(partsOf({ ...order, productCount: 10, firstProductName: LONG })).toEqual([
      { text: `10 codes: ${LONG}`, isCut: true },
      { text: "+ 9 other products", isCut: false },
    ]);
  });
});
