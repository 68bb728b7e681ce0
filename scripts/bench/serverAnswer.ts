import { quantile } from "./median.ts";

/** Milliseconds of one signed-in GET after the other, in turn over the given paths; the 95th percentile. */
export async function measureServerAnswer(
  baseUrl: string,
  cookie: string,
  paths: readonly string[],
  rounds: number,
): Promise<number> {
  const samples: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const path of paths) {
      const start = performance.now();
      const answer = await fetch(`${baseUrl}${path}`, { headers: { cookie } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      // The first round warms up.
      if (round >= 0) samples.push(performance.now() - start);
    }
  }
  return quantile(samples, 0.95);
}
