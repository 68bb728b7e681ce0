import { useLayoutEffect, type RefObject } from "react";

/**
 * The router takes the title of the page before away and brings the next one a moment later. In between it reads the title to people who
 * cannot see or, where there is none, the first heading of the document, which can be that of a hidden page. So meanwhile the title is
 * the heading of the shown page.
 */
export function useTitleMeanwhile(shown: RefObject<HTMLElement | null>): void {
  // After each rendering: any of them can be the one with which the router changed the page.
  useLayoutEffect(() => {
    const heading = shown.current?.querySelector("h1")?.textContent;
    if (document.title !== "" || heading === undefined) return;
    // React puts the title of a page before it, where it counts.
    const title = document.createElement("title");
    title.append(heading);
    document.head.append(title);
    return () => title.remove();
  });
}
