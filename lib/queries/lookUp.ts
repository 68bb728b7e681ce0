import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { FindCodeEndRequest, LookUpAnswer, Suggestion } from "#lib/contracts/codes/lookUp.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Looks up one reference, also at the service if the ledger does not have it. Sent in the body, because the typed text may be a code. */
export async function lookUpOne(
  environment: Environment,
  reference: string,
): Promise<LookUpAnswer | undefined> {
  const [answer] = await askFor(environment, { references: [reference], service: true });
  return answer;
}

/** Looks up some references. Throws a ProblemError. */
export async function askFor(
  environment: Environment,
  body: { references: readonly string[]; service: boolean },
  signal?: AbortSignal,
): Promise<LookUpAnswer[]> {
  const how = { method: "POST", body, environment, ...(signal ? { signal } : {}) } as const;
  return (await fetchJson(apiPaths.lookUp(), how)).answers;
}

/** Orders of the ledger that a reference which was not found may have meant. */
export function suggestionsQuery(environment: Environment, reference: string) {
  return queryOptions({
    queryKey: [environment, "orders", "suggestions", reference],
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const answers = await askFor(environment, { references: [reference], service: false }, signal);
      return answers.flatMap(({ suggestions }) => suggestions);
    },
  });
}

/** Finds the order of a code. Deliberately not a query: the code stays out of every cache. */
export function findOrderOfCode(environment: Environment, code: string) {
  return fetchJson(apiPaths.orderOfCode(), { method: "POST", body: { code }, environment });
}

/** The same for the last characters of a code, which stay out of every cache too. */
export function findOrderOfCodeEnd(environment: Environment, body: FindCodeEndRequest) {
  return fetchJson(apiPaths.orderOfCodeEnd(), { method: "POST", body, environment });
}
