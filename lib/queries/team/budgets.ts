import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { BudgetRequest, BudgetsLeftRequest } from "#lib/contracts/orders/budgets.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";
import { allowancesQuery } from "#lib/queries/orders/allowances.ts";

/** The budgets of an environment, with what is used of them. */
export function budgetsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [...allowancesQuery(environment).queryKey, "budgets"],
    queryFn: ({ signal }) => fetchJson(apiPaths.budgets(), { environment, signal }),
  });
}

/** Makes a budget, or replaces the one with this id. Throws a ProblemError. */
export function saveBudget(environment: Environment, budgetId: string | null, body: BudgetRequest) {
  return budgetId === null
    ? fetchJson(apiPaths.budgets(), { method: "POST", body, environment })
    : fetchJson(apiPaths.budget(budgetId), { method: "PUT", body, environment });
}

/**
 * What is left of the budgets that an order with these labels would count in. Its key begins with that of the allowances, so it is read
 * again when an order has changed.
 */
export function budgetsLeftQuery(environment: Environment, asked: BudgetsLeftRequest) {
  return queryOptions({
    queryKey: [...allowancesQuery(environment).queryKey, "budgets-left", asked],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.budgetsLeft(), { method: "POST", body: asked, environment, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What is left of the budgets that an order counts in, itself included. */
export function budgetsOfOrderQuery(environment: Environment, reference: string) {
  return queryOptions({
    queryKey: [...allowancesQuery(environment).queryKey, "budgets-of-order", reference],
    queryFn: ({ signal }) => fetchJson(apiPaths.budgetsOfOrder(reference), { environment, signal }),
  });
}
