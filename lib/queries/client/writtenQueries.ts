import { dehydrate, type DehydratedState, type QueryClient } from "@tanstack/react-query";

/**
 * What a page has prefetched, as one text. React would serialise an object value by value, twice on the server and once more in
 * the browser, before the page is interactive.
 */
export function writeQueries(client: QueryClient): string {
  return JSON.stringify(dehydrate(client));
}

/** Reads the text that `writeQueries` wrote. */
export function readQueries(written: string): DehydratedState {
  // Written by the server of this very build.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(written) as DehydratedState;
}
