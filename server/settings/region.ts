import "server-only";
import { eq } from "drizzle-orm";
import { supportedLocale, type ChooseRegion, type RegionSettings } from "#lib/contracts/region.ts";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { chooseRegion, currentRegion } from "#server/context/currentRegion.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";

/** The region that the member has chosen, and the possible choices. */
export async function readRegion({ db, actor }: MemberRequest): Promise<RegionSettings> {
  const [row] = await db
    .select({ locale: members.locale, timeZone: members.timeZone })
    .from(members)
    .where(eq(members.id, actor.id));
  const chosen = { locale: row?.locale ?? null, timeZone: row?.timeZone ?? null };
  const { browserLocale } = currentRegion();
  const tags = new Set([...OFFERED_LOCALES, ...(chosen.locale === null ? [] : [chosen.locale])]);
  const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  const nameOf = (tag: string) => names.of(tag) ?? tag;
  return {
    ...chosen,
    browserLocale: { tag: browserLocale, name: nameOf(browserLocale) },
    locales: [...tags]
      .filter((tag) => supportedLocale(tag) !== null)
      .map((tag) => ({ tag, name: nameOf(tag) }))
      .toSorted((one, other) => one.name.localeCompare(other.name, "en")),
    timeZones: [
      ...new Set([
        "UTC",
        ...Intl.supportedValuesOf("timeZone"),
        ...(chosen.timeZone === null ? [] : [chosen.timeZone]),
      ]),
    ],
  };
}

/** Stores the choice for all of the member's devices. Not audited, because nobody else sees it (lib/audit/actions.ts). */
export async function saveRegion(request: MemberRequest, chosen: ChooseRegion): Promise<RegionSettings> {
  await request.db.update(members).set(chosen).where(eq(members.id, request.actor.id));
  chooseRegion(chosen);
  return readRegion(request);
}
