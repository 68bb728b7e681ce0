/** How often the times are taken before a growth counts as too large. */
const MOST_ROUNDS = 9;

/**
 * How many times longer `large` takes than `small`, by the processor's time of this process. Only the shortest time of each counts,
 * because other work can only lengthen it; measured again until the growth is below `bearable`, or often enough to believe it.
 */
export function growth(small: () => unknown, large: () => unknown, bearable: number): number {
  let [shortest, longest] = [Infinity, Infinity];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    shortest = Math.min(shortest, processorTime(small));
    longest = Math.min(longest, processorTime(large));
    if (longest / shortest < bearable) break;
  }
  return longest / shortest;
}

/** What the system counts in: it may say that a run of less took nothing. */
const GRAIN = 1_000;

/** In microseconds, at least a grain. */
function processorTime(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return Math.max(GRAIN, process.cpuUsage(start).user);
}
