import { paths } from "./paths.ts";

/** The header in which server/http/preparePage.ts tells a page its own path and query; a value from the client is overwritten. */
export const PATH_HEADER = "x-codedesk-path";

/** A path of the desk to open after signing in; "/" if the given one could lead elsewhere. */
export function safeNext(path: string | null | undefined): string {
  if (!path || !path.startsWith("/") || path.length > 2_000) return "/";
  // "//elsewhere", "/\elsewhere" and tabs, which browsers remove, all change the host.
  const here = "http://desk.invalid";
  if (!URL.canParse(path, here)) return "/";
  const url = new URL(path, here);
  if (url.origin !== here || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}`;
}

/** The same for after signing in: without another page, the one with which the member's day begins. */
export function nextOrStart(path: string | null | undefined): string {
  const next = safeNext(path);
  return next === "/" ? paths.start() : next;
}
