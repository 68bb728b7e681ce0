/** Where a press leads in this tab by a link to a page; null for every other press. */
export function pressedLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.href === "" || link.target !== "" || link.hasAttribute("download")) return null;
  // A document of the interface is loaded by the browser, which asks itself.
  return link.pathname.startsWith("/api/") ? null : link.href;
}
