import { StartupError } from "#server/config/startupError.ts";

/** More would take weeks, so it is a typing error. */
const MOST = 1_000_000;

/**
 * Reads the only argument of a long test: how many of something it does. Returns `usual` without one.
 * @throws StartupError that says what to enter
 */
export function countOf(args: readonly string[], usual: number, command: string): number {
  const [given = String(usual), ...more] = args;
  const count = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (more.length === 0 && count >= 1 && count <= MOST) return count;
  throw new StartupError(
    `Give one whole number from 1 to ${MOST}, or none for ${usual}: \`npm run ${command} -- 50\`.`,
  );
}
