/** Returns the resident memory of the dashboard in MB, from its own metrics. */
export async function residentMegabytes(baseUrl: string, metricsToken: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1];
  if (bytes === undefined) throw new Error(`the metrics (${answer.status}) have no resident size`);
  return Number(bytes) / 1_048_576;
}

/** Loads pages one after the other, signed in and without a browser: only the server is measured. */
export async function loadPages(
  baseUrl: string,
  cookie: string,
  paths: readonly string[],
  count: number,
): Promise<void> {
  for (let load = 0; load < count; load += 1) {
    const path = paths[load % paths.length] ?? "/";
    const answer = await fetch(`${baseUrl}${path}`, { headers: { cookie, accept: "text/html" } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  }
}
