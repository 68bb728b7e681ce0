import { describe, expect, it } from "vitest";
import { dehydrate, hydrate } from "@tanstack/react-query";
import { makeQueryClient } from "./queryClient.ts";
import { readQueries, writeQueries } from "./writtenQueries.ts";

describe("what a page has prefetched", () => {
  it("is in the browser's client as it was on the server, texts with quotes and tags included", () => {
    const server = makeQueryClient();
    const data = { items: [{ name: 'Card "</script>" \u2028', price: 25_00, tags: [], brand: null }] };
    server.setQueryData(["sandbox", "catalog"], data, { updatedAt: 5 });
    server.setQueryData(["sandbox", "unread"], { unread: 0 });
    const browser = makeQueryClient();
    hydrate(browser, readQueries(writeQueries(server)));
    expect(browser.getQueryData(["sandbox", "catalog"])).toEqual(data);
    expect(browser.getQueryState(["sandbox", "catalog"])?.dataUpdatedAt).toBe(5);
    expect(dehydrate(browser).queries.map(({ queryKey }) => queryKey)).toEqual([
      ["sandbox", "catalog"],
      ["sandbox", "unread"],
    ]);
  });
});
