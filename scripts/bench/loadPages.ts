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
