import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { XmlReader } from "./readXml.ts";

const DAMAGED =
  "This workbook is damaged and can't be read. Open it in a spreadsheet program and save it again.";

function eventsOf(...pieces: string[]): unknown[] {
  const events: unknown[] = [];
  const reader = new XmlReader({
    open: (name, attributes) => events.push(["open", name, attributes]),
    text: (text) => events.push(text),
    close: (name) => events.push(["close", name]),
  });
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return events;
}

describe("a part of a workbook", () => {
  it("is read element by element, without the prefixes of their names", () => {
    expect(eventsOf('<x:a r="1" x:id="2"><b/>t&amp;u<![CDATA[<v>]]></x:a>')).toEqual([
      ["open", "a", { r: "1", "x:id": "2" }],
      ["open", "b", {}],
      ["close", "b"],
      "t&u",
      "<v>",
      ["close", "a"],
    ]);
  });

  it("is the same however it is cut into pieces", () => {
    const xml = '<a><x:b c="é">text &lt; more</x:b></a>';
    const textOf = (events: unknown[]) => events.filter((each) => typeof each === "string").join("");
    const elementsOf = (events: unknown[]) => events.filter((each) => typeof each !== "string");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: xml.length }), (at) => {
        const cut = eventsOf(xml.slice(0, at), xml.slice(at));
        expect(textOf(cut)).toBe("text < more");
        expect(elementsOf(cut)).toEqual(elementsOf(eventsOf(xml)));
      }),
    );
  });

  it("can be read by somebody who asks for nothing in it", () => {
    const reader = new XmlReader({});
    reader.write("<a>text<![CDATA[more]]></a>");
    expect(() => reader.end()).not.toThrow();
  });

  it.each([
    ["that breaks off", "<a><b></b>"],
    ["whose elements overlap", "<a><b></a></b>"],
    ["with a document type", "<!DOCTYPE a><a/>"],
    ["with an entity nobody defined", "<a>&b;</a>"],
    ["without an element", ""],
  ])("%s is refused", (_what, xml) => expect(() => eventsOf(xml)).toThrow(DAMAGED));
});
