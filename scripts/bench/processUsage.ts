import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** What the dashboard's process has used: CPU time since its start, and resident memory now. */
export type Usage = { cpuMs: number; megabytes: number };

/** Reads it from the dashboard's own metrics. */
export async function readUsage({ url, metricsToken }: TestStack): Promise<Usage> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await answer.text();
  const read = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new Error(`the metrics (${answer.status}) have no ${name}`);
    return Number(value);
  };
  return {
    cpuMs: read("process_cpu_seconds_total") * 1_000,
    megabytes: read("process_resident_memory_bytes") / 1_048_576,
  };
}
