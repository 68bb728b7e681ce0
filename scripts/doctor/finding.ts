/** The result for one thing that was examined: it is fine, or what to do. */
export type Finding = { ok: boolean; line: string };

export function well(line: string): Finding {
  return { ok: true, line };
}

export function trouble(line: string): Finding {
  return { ok: false, line };
}
