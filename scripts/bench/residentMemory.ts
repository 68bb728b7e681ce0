import { readFile } from "node:fs/promises";

/** Resident memory of a process in MB (Linux). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`no resident size of process ${pid}`);
  return Number(kilobytes) / 1_024;
}

/** Loads pages one after the other, signed in; the browser is left out, the server is what is measured. */
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
