import { describe, expect, it } from "vitest";
import { LatestSearch, type SearchAnswer } from "./latestSearch.ts";

/** A service that answers when the test says so. */
function setUp() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<string[]>[] = [];
  const told: SearchAnswer<string>[] = [];
  const search = new LatestSearch<string>(
    (q) => {
      asked.push(q);
      const answer = Promise.withResolvers<string[]>();
      waiting.push(answer);
      return answer.promise;
    },
    (answer) => told.push(answer),
  );
  const settle = async (end: (answer: PromiseWithResolvers<string[]>) => void) => {
    const [oldest] = waiting.splice(0, 1);
    if (oldest !== undefined) end(oldest);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    search,
    asked,
    told,
    answer: (...items: string[]) => settle(({ resolve }) => resolve(items)),
    fail: (error: Error) => settle(({ reject }) => reject(error)),
  };
}

describe("a search while somebody types", () => {
  it("has one request in flight, and asks about the last text alone when it is answered", async () => {
    const { search, asked, answer, told } = setUp();
    for (const text of ["o", "or", "orb", "orbit"]) search.ask(text);
    expect(asked).toEqual(["o"]);
    await answer("Orange");
    expect(asked).toEqual(["o", "orbit"]);
    await answer("Orbit Card");
    expect(asked).toEqual(["o", "orbit"]);
    expect(told.map(({ q, items }) => [q, ...items])).toEqual([
      ["o", "Orange"],
      ["orbit", "Orbit Card"],
    ]);
  });

  it("delivers no answer to a newer text after that, however slow the service is", async () => {
    const { search, answer, told } = setUp();
    search.ask("old");
    search.ask("new");
    await answer("of the old text");
    await answer("of the new text");
    expect(told.at(-1)).toMatchObject({ q: "new", items: ["of the new text"] });
    search.ask("new");
    await answer("again");
    expect(told.map(({ q }) => q)).toEqual(["old", "new", "new"]);
  });

  it("continues after a refusal, and reports it", async () => {
    const { search, answer, fail, told } = setUp();
    search.ask("a");
    search.ask("ab");
    await fail(new Error("busy"));
    expect(told[0]).toMatchObject({ q: "a", items: [], error: new Error("busy") });
    await answer("Abc");
    expect(told[1]).toMatchObject({ q: "ab", items: ["Abc"], error: null });
  });

  it("delivers nothing once it is stopped", async () => {
    const { search, answer, told, asked } = setUp();
    search.ask("a");
    search.ask("ab");
    search.stop();
    await answer("A");
    expect(told).toEqual([]);
    expect(asked).toEqual(["a"]);
  });
});
