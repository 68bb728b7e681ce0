import { DAY, HOUR, MINUTE, type Instant } from "#lib/time/instant.ts";

/** A moment of a working day, a number of days before the end: on weekends, the Friday before. */
export function workingHour(end: Instant, daysAgo: number, hour: number, minute = 0): Instant {
  const day = new Date(end - daysAgo * DAY);
  day.setUTCHours(0, 0, 0, 0);
  const back = [2, 0, 0, 0, 0, 0, 1][day.getUTCDay()] ?? 0;
  return day.getTime() - back * DAY + hour * HOUR + minute * MINUTE;
}

/** Pseudo-random numbers from 0 to 1 that are the same in each demo. */
export function sameEveryTime(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
