import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { supportedLocale } from "#lib/contracts/region.ts";
import { DEFAULT_LOCALE, setLocaleSource } from "#lib/text/currentLocale.ts";
import { processSingleton } from "./processSingleton.ts";

/** What a member has chosen; null: as their browser does. */
export type ChosenRegion = { locale: string | null; timeZone: string | null };
/** For whom a request is answered: what their browser asks for, and what they have chosen once they are known. */
type CurrentRegion = { browserLocale: string; chosen: ChosenRegion };

const NOTHING_CHOSEN: ChosenRegion = { locale: null, timeZone: null };
const storage = () => processSingleton("currentRegion", () => new AsyncLocalStorage<CurrentRegion>());

/** Has everything that is written within a request follow its region. Once, at the start of the process. */
export function writeByRegion(): void {
  setLocaleSource(() => currentRegion().locale);
}

/** Answers a request in the region that its browser asks for, until it is known who asks. */
export function inRegionOf<Result>(acceptLanguage: string | undefined, work: () => Result): Result {
  return storage().run({ browserLocale: firstLocale(acceptLanguage), chosen: NOTHING_CHOSEN }, work);
}

/** Has what is written for a member where they ask for nothing, as in a mail, follow the region that they have chosen. */
export function inRegionOfMember<Result>({ locale, timeZone }: ChosenRegion, work: () => Result): Result {
  return storage().run({ browserLocale: DEFAULT_LOCALE, chosen: { locale, timeZone } }, work);
}

/** From now on, this request is answered in the region that its member has chosen. */
export function chooseRegion(chosen: ChosenRegion): void {
  const current = storage().getStore();
  if (current !== undefined) current.chosen = chosen;
}

/** The region of the request that is being answered; `timeZone` is null where the browser's counts. */
export function currentRegion(): { locale: string; browserLocale: string; timeZone: string | null } {
  const { browserLocale, chosen } = storage().getStore() ?? {
    browserLocale: DEFAULT_LOCALE,
    chosen: NOTHING_CHOSEN,
  };
  return { locale: chosen.locale ?? browserLocale, browserLocale, timeZone: chosen.timeZone };
}

/** Taking a header apart takes as long as all else that a request does before its handler; browsers send few different ones. */
const KEPT_HEADERS = 500;
const locales = new Map<string, string>();

/** The first of a browser's languages; the others are what it would rather read than nothing. */
function firstLocale(acceptLanguage = ""): string {
  const header = acceptLanguage.slice(0, 200);
  const known = locales.get(header);
  if (known !== undefined) return known;
  const [first = ""] = header.split(/[,;]/);
  const locale = supportedLocale(first.trim()) ?? DEFAULT_LOCALE;
  if (locales.size >= KEPT_HEADERS) locales.clear();
  locales.set(header, locale);
  return locale;
}
