import "server-only";
import { cookies } from "next/headers";
import { weekStartOf, type Weekday } from "#lib/time/weeks.ts";
import { TIME_ZONE_COOKIE, timeZoneOf } from "#lib/time/zoneCookie.ts";
import { currentRegion } from "#server/context/currentRegion.ts";

/** How a page writes times: in the zone that its member has chosen (`isChosen`), otherwise in the browser's, as told by its cookie. */
export async function readTimes(): Promise<{ zone: string; isChosen: boolean; weekStart: Weekday }> {
  const { locale, timeZone } = currentRegion();
  const zone = timeZone ?? timeZoneOf((await cookies()).get(TIME_ZONE_COOKIE)?.value);
  return { zone, isChosen: timeZone !== null, weekStart: weekStartOf(locale) };
}
