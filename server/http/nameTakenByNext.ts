import "server-only";

/**
 * Names that Next takes out of a query before any handler sees it: a name that its plain objects cannot have, and those by which its own
 * parts tell each other the values of a path, which would then count instead of the path.
 */
const TAKEN = /^(?:__proto__|nextInternalLocale|nxt[PI].*)$/s;
/** What its browser part adds when it asks for a page. */
const OF_PAGES = "_rsc";

/** The first name in the query of an address that would be ignored, or read as something else, instead of being refused; null if there is none. */
export function nameTakenByNext(address: string, isPage: boolean): string | null {
  const begin = address.indexOf("?");
  if (begin < 0) return null;
  const names = [...new URLSearchParams(address.slice(begin)).keys()];
  return names.find((name) => TAKEN.test(name) || (name === OF_PAGES && !isPage)) ?? null;
}
