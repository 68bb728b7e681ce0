const DAY_MS = 86_400_000;
/** Day 0 of the two systems, for days after 29 February 1900, which did not exist but is counted. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const LAST_DAY = 2_958_465;

/**
 * The date or time that a spreadsheet shows for a number, as `2021-05-16`, `2021-05-16 08:30:00` or `08:30:00`. Its own format is not
 * imitated; but the number itself is never shown, because nobody has seen it.
 */
export function dateText(serial: string, system: keyof typeof DAY_0): string {
  const days = Number(serial);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return "(date)";
  const uncounted = system === 1900 && days < 60 ? 1 : 0;
  const time = new Date(DAY_0[system] + Math.round((days + uncounted) * 86_400) * 1_000);
  const [day = "", clock = ""] = time.toISOString().slice(0, 19).split("T");
  if (days < 1) return clock;
  return time.getTime() % DAY_MS === 0 ? day : `${day} ${clock}`;
}
