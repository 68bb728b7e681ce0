import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { QueryPart, type QueryPartProps } from "./QueryPart.tsx";

/** What a part shows of a query in this state. */
function shown(query: Partial<QueryPartProps<string[]>["query"]>): string {
  const idle = {
    data: undefined,
    error: null,
    isFetching: false,
    refetch: () => Promise.reject(new Error("not here")),
  };
  const state = { ...idle, ...query };
  return renderToStaticMarkup(
    <QueryPart query={state} failed="Orders couldn't be loaded" skeleton={<p>Loading orders</p>}>
      {(data) => <ul>{data.join()}</ul>}
    </QueryPart>,
  );
}

describe("a part of a page", () => {
  it("shows its skeleton until the query has an answer", () => {
    expect(shown({ isFetching: true })).toBe("<p>Loading orders</p>");
  });

  it("shows what was read, also when it can't be read again", () => {
    expect(shown({ data: ["a", "b"] })).toBe("<ul>a,b</ul>");
    expect(shown({ data: [] })).toBe("<ul></ul>");
    expect(shown({ data: ["a"], error: new Error("unreachable") })).toBe("<ul>a</ul>");
  });

  it("says why nothing could be read, with a way to try again", () => {
    const failed = shown({ error: new Error("unreachable") });
    expect(failed).toContain("Orders couldn&#x27;t be loaded");
    expect(failed).toContain("Try again");
  });
});
