import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { supportedLocale } from "#lib/contracts/region.ts";
import { DEFAULT_LOCALE, setLocaleSource } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { processSingleton } from "./processSingleton.ts";

/** What a member has chosen; null: whatever their browser asks for. */
export type ChosenRegion = { locale: string | null; timeZone: string | null };
/** The region of a request: what the browser asks for, and what the member has chosen once they are known. */
type CurrentRegion = { browserLocale: string; chosen: ChosenRegion };

const NOTHING_CHOSEN: ChosenRegion = { locale: null, timeZone: null };
const storage = () => processSingleton("currentRegion", () => new AsyncLocalStorage<CurrentRegion>());

/** Makes everything written within a request follow its region. Called once, when the process starts. */
export function writeByRegion(): void {
  setLocaleSource(() => currentRegion().locale);
}

/** Answers a request in the region that its browser asks for, until the member is known. */
export function inRegionOf<Result>(acceptLanguage: string | undefined, work: () => Result): Result {
  const browserLocale = firstLocale(acceptLanguage?.slice(0, LONGEST_HEADER) ?? "");
  return storage().run({ browserLocale, chosen: NOTHING_CHOSEN }, work);
}

/** Runs work outside of a request, such as writing a mail, in the region that its member has chosen. */
export function inRegionOfMember<Result>({ locale, timeZone }: ChosenRegion, work: () => Result): Result {
  return storage().run({ browserLocale: DEFAULT_LOCALE, chosen: { locale, timeZone } }, work);
}

/** From now on, answers this request in the region that its member has chosen. */
export function chooseRegion(chosen: ChosenRegion): void {
  const current = storage().getStore();
  if (current !== undefined) current.chosen = chosen;
}

/** The region of the current request; `timeZone` is null if the browser's applies. */
export function currentRegion(): { locale: string; browserLocale: string; timeZone: string | null } {
  const { browserLocale, chosen } = storage().getStore() ?? {
    browserLocale: DEFAULT_LOCALE,
    chosen: NOTHING_CHOSEN,
  };
  return { locale: chosen.locale ?? browserLocale, browserLocale, timeZone: chosen.timeZone };
}

/** Of a header that comes from outside and is kept. */
const LONGEST_HEADER = 200;

/**
 * The first of a browser's languages; the others are only alternatives. Remembered, because parsing a header takes as long as
 * everything else before a handler runs, and browsers send few different ones.
 */
const firstLocale = memoize((acceptLanguage) => {
  const [first = ""] = acceptLanguage.split(/[,;]/);
  return supportedLocale(first.trim()) ?? DEFAULT_LOCALE;
});
