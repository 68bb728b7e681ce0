import type { Depth, Finding, Verdict } from "#scripts/conformance/service/check.ts";
import type { Conformance } from "#scripts/conformance/run.ts";

/** The results of a run as they are written to files: no key, no code, no value of the partner's. */
export type Report = {
  /** Host and path of the service. */
  service: string;
  depth: Depth;
  at: string;
  totals: Record<Verdict, number>;
  statements: { id: string; section: string; statement: string; verdict: Verdict; detail: string }[];
  silences: Conformance["silences"];
  readings: Conformance["readings"];
};

/** @param clean removes the key from every text, in case the service has repeated it */
export function reportOf(
  { findings, silences, readings }: Conformance,
  { url, depth, at, clean }: { url: string; depth: Depth; at: Date; clean: (json: unknown) => unknown },
): Report {
  const report: Report = {
    service: url.replace(/^https?:\/\//, ""),
    depth,
    at: at.toISOString(),
    totals: totalsOf(findings),
    statements: findings.map(({ check: { id, section, statement }, verdict, detail }) => {
      return { id, section, statement, verdict, detail };
    }),
    silences,
    readings,
  };
  clean(report);
  return report;
}

function totalsOf(findings: readonly Finding[]): Report["totals"] {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  return {
    holds: count("holds"),
    "does not hold": count("does not hold"),
    "not applicable": count("not applicable"),
  };
}
