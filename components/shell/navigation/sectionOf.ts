import { paths } from "#lib/paths.ts";

/** Where to land in another environment: the same list, but not the same order, which exists in one environment only. */
export function sectionOf(pathname: string): string {
  if (pathname === paths.newOrder()) return pathname;
  return `/${pathname.split("/")[1] ?? ""}`;
}
