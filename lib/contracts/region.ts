import { z } from "zod";

/** PUT /api/session/region: how numbers and dates are written for the member. Null: as their browser requests. */
export const chooseRegionSchema = z.strictObject({
  locale: z
    .string()
    .max(60)
    .transform(
      (tag, context) =>
        supportedLocale(tag) ?? refuse(context, `“${tag}” is not a known locale. Enter one such as de-DE.`),
    )
    .nullable(),
  timeZone: z
    .string()
    .max(60)
    .transform(
      (zone, context) =>
        supportedTimeZone(zone) ??
        refuse(context, `“${zone}” is not a known time zone. Enter one such as Asia/Tokyo.`),
    )
    .nullable(),
});
export type ChooseRegion = z.infer<typeof chooseRegionSchema>;

/** `name` in English. */
type NamedLocale = { tag: string; name: string };
/** GET /api/session/region: the choice, and the possible choices. */
export type RegionSettings = ChooseRegion & {
  /** What the browser requests. */
  browserLocale: NamedLocale;
  locales: NamedLocale[];
  timeZones: string[];
};

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** The tag of a locale that numbers and dates can be written in, without extensions (`de-DE`); null for any other text. */
export function supportedLocale(tag: string): string | null {
  try {
    const { baseName } = new Intl.Locale(tag);
    return Intl.DateTimeFormat.supportedLocalesOf(baseName).length === 0 ? null : baseName;
  } catch {
    return null;
  }
}

/**
 * The name of a time zone as the platform writes it; null for an unknown one. An offset (`+02:00`) is not a zone, because it has
 * no summer time.
 */
export function supportedTimeZone(zone: string): string | null {
  if (!/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
