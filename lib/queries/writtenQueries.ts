import { dehydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query";

/**
 * What a page has prefetched, as one text. As an object, React would take it apart value by value, on the server twice and once more in
 * the browser, before the page is interactive.
 */
export function writeQueries(client: QueryClient): string {
  return JSON.stringify(dehydrate(client));
}

/** What `writeQueries` wrote. */
export function readQueries(written: string): DehydratedState {
  // The server of this very build wrote it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(written) as DehydratedState;
}
