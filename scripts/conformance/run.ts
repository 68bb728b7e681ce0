import {
  isWithin,
  tryCheck,
  type Check,
  type Depth,
  type Finding,
} from "#scripts/conformance/service/check.ts";
import { CHECKS } from "#scripts/conformance/checks/all.ts";
import { readReadings, type Reading } from "./readings.ts";
import type { Service } from "#scripts/conformance/service/service.ts";
import { readSilences, type Silence } from "./silences.ts";

export type Conformance = { findings: Finding[]; silences: Silence[]; readings: Reading[] };

/** Runs all checks of this depth, one after the other. */
export async function tryChecks(
  service: Service,
  depth: Depth,
  checks: readonly Check[] = CHECKS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    if (isWithin(check.depth, depth)) findings.push(await tryCheck(check, service));
  }
  return findings;
}

export async function runConformance(service: Service, depth: Depth): Promise<Conformance> {
  const findings = await tryChecks(service, depth);
  return {
    findings,
    silences: await readSilences(service, depth),
    readings: await readReadings(service, depth),
  };
}
