import type { DaySpan, Ratio } from "#lib/contracts/orders/overview.ts";
import { exponentOf } from "#lib/money/currencies.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";

/** `97.3%`; "–" if the whole is empty. Rounded down, so that 100% means all of them. */
export function percentText({ part, whole }: Ratio): string {
  if (whole === 0) return "–";
  return `${formatCount(Math.floor((part / whole) * 1_000) / 10)}%`;
}

/** "38 of 48 orders; 81.4% in the 30 days before": without the second half where no orders had ended before. */
export function successText({ now, previous }: { now: Ratio; previous: Ratio }, period: number): string {
  if (now.whole === 0) return "No orders have ended";
  const ended = `${formatCount(now.part)} of ${counted(now.whole, "order", "orders")}`;
  return previous.whole === 0 ? ended : `${ended}; ${percentText(previous)} in the ${daysBefore(period)}`;
}

/** "12% more than before"; empty where there is nothing to compare. */
export function changeText(now: number | null, before: number | null, period: number): string {
  if (now === null || before === null) return "";
  if (before === 0) return now === 0 ? "" : `None in the ${daysBefore(period)}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return `Same as in the ${daysBefore(period)}`;
  return `${formatCount(percent)}% ${now > before ? "more" : "less"} than in the ${daysBefore(period)}`;
}

/** "30 days before": the period that a figure is compared with. */
export function daysBefore(period: number): string {
  return `${counted(period, "day", "days")} before`;
}

/** "about 3 min": as exact as the median is. */
export function waitText(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < MINUTE) return `${formatCount(Math.max(1, Math.round(ms / SECOND)))} s`;
  if (ms < HOUR) return `${round(ms / MINUTE)} min`;
  return ms < 48 * HOUR ? `${round(ms / HOUR)} h` : `${round(ms / (24 * HOUR))} days`;
}

function round(value: number): string {
  return formatCount(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}

const STEPS = [
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "K"],
] as const;

/** `1.2K`, for the axis of a chart: without its currency, which is in the heading. The letters are English, like all text. */
export function axisText(value: number, currency: string | null): string {
  const major = currency === null ? value : value / 10 ** exponentOf(currency);
  const [size, letter] = STEPS.find(([step]) => Math.abs(major) >= step) ?? [1, ""];
  return `${formatCount(Math.round((major / size) * 1_000) / 1_000)}${letter}`;
}

/** One day as a span. */
export const only = (day: string): DaySpan => ({ from: day, to: day });
