import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  ChangeRuleRequest,
  MakeRuleRequest,
  PreviewRuleRequest,
} from "#lib/contracts/restock/restockRules.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The restock rules of an environment, with what each has now and what it did last. */
export function rulesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "restock-rules"],
    queryFn: ({ signal }) => fetchJson(apiPaths.restockRules(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}

/** The rules that wait for the member. */
export function rulesToAttendQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "restock-rules", "attention"],
    queryFn: ({ signal }) => fetchJson(apiPaths.restockRulesToAttend(), { environment, signal }),
    refetchInterval: MINUTE,
  });
}

/** Makes a rule of the member's own, and returns all rules. Throws a ProblemError. */
export function makeRule(environment: Environment, body: MakeRuleRequest) {
  return fetchJson(apiPaths.restockRules(), { method: "POST", body, environment });
}

export function changeRule(environment: Environment, ruleId: string, body: ChangeRuleRequest) {
  return fetchJson(apiPaths.restockRule(ruleId), { method: "PUT", body, environment });
}

export function removeRule(environment: Environment, ruleId: string) {
  return fetchJson(apiPaths.restockRule(ruleId), { method: "DELETE", environment });
}

/** Consents to what a rule that orders says in this version. */
export function approveRule(environment: Environment, ruleId: string, version: number) {
  return fetchJson(apiPaths.approveRestockRule(ruleId), { method: "POST", body: { version }, environment });
}

/** What a rule would do now, read anew each time that it is shown. */
export function rulePreviewQuery(environment: Environment, ruleId: string) {
  return queryOptions({
    queryKey: [environment, "restock-rules", "preview", ruleId],
    queryFn: () => previewRule(environment, { ruleId }),
    gcTime: 0,
  });
}

/** What a rule would do now; nothing is done by it. Throws a ProblemError. */
export function previewRule(environment: Environment, body: PreviewRuleRequest) {
  return fetchJson(apiPaths.previewRestockRule(), { method: "POST", body, environment });
}
