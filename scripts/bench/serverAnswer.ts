import { quantile } from "./median.ts";

/** Returns the 95th percentile, in milliseconds, of signed-in GET requests that go through the given paths one after the other. */
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
