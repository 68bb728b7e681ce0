import { useLayoutEffect, type RefObject } from "react";

/**
 * Sets the title to the heading of the shown page while the router changes pages. The router removes the old title and adds the
 * next one a moment later; in between it would announce the first heading of the document, which can belong to a hidden page.
 */
export function useTitleMeanwhile(shown: RefObject<HTMLElement | null>): void {
  // After each rendering, because in any of them the router may have changed the page.
  useLayoutEffect(() => {
    const heading = shown.current?.querySelector("h1")?.textContent;
    if (document.title !== "" || heading === undefined) return;
    // React inserts the title of a page before this one, where it takes precedence.
    const title = document.createElement("title");
    title.append(heading);
    document.head.append(title);
    return () => title.remove();
  });
}
