import { readBaseAddress } from "#server/config/baseAddress.ts";
import type { ServiceSettings } from "#server/config/env.ts";
import { createRedact } from "#server/serviceClient/redactKey.ts";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { reasonOf } from "#scripts/tools/reasonOf.ts";

export type Probe =
  | { answered: false; why: string }
  | {
      answered: true;
      status: number;
      headers: Headers;
      /** The JSON; undefined if it is not valid. The key is removed, in case the service repeats it. */
      body: unknown;
      /** The time until the headers of the answer arrived. */
      firstByteMs: number;
    };

const TIMEOUT_MS = 15_000;

/** One GET to the service, as the dashboard would send it: redirects are not followed, and nothing is retried. */
export async function probe(
  environment: Environment,
  service: ServiceSettings,
  path: string,
): Promise<Probe> {
  const { origin, prefix } = readBaseAddress(environment, service.baseUrl);
  const began = performance.now();
  try {
    const answer = await fetch(`${origin}${prefix}${path}`, {
      headers: { "x-api-key": service.keys[0] ?? "", accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const firstByteMs = performance.now() - began;
    const body = createRedact(service.keys)(read(await answer.text()));
    return { answered: true, status: answer.status, headers: answer.headers, body, firstByteMs };
  } catch (error) {
    return { answered: false, why: whyOf(error) };
  }
}

function whyOf(error: unknown): string {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  return isLate ? `no answer within ${TIMEOUT_MS / 1_000} s` : reasonOf(error);
}

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
