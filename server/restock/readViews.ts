import "server-only";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { MOST_VIEW_PRODUCTS, type RestockProblem } from "#lib/contracts/restock/restockRules.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { readViewProducts } from "#server/catalog/views/readViewProducts.ts";
import type { Program } from "#server/context/context.ts";
import { restockRules } from "#server/db/schema/restock.ts";
import type { RuleRow } from "./ruleRows.ts";

/** The products of a view's rule, or why it acts for none. */
export type RuleProducts = { ids: readonly number[]; problem: RestockProblem | null };
/** By view and currency. */
export type RuleViews = ReadonlyMap<string, RuleProducts>;

type Viewed = Pick<RuleRow, "viewQuery" | "currency">;

export function viewKey({ viewQuery, currency }: Viewed): string {
  return `${currency} ${viewQuery}`;
}

/** What the views of all rules of an environment show now, and that of one more. */
export async function readViews(
  program: Program,
  environment: Environment,
  more: Viewed | null,
): Promise<RuleViews> {
  const { viewQuery, currency, deletedAt, paused } = restockRules;
  const rows = await program.db
    .selectDistinct({ viewQuery, currency })
    .from(restockRules)
    .where(
      and(
        eq(restockRules.environment, environment),
        isNotNull(viewQuery),
        isNull(deletedAt),
        eq(paused, false),
      ),
    );
  const views = new Map<string, RuleProducts>();
  for (const each of more === null ? rows : [...rows, more])
    views.set(viewKey(each), await readRuleProducts(program, environment, each));
  return views;
}

async function readRuleProducts(
  program: Program,
  environment: Environment,
  { viewQuery, currency }: Viewed,
): Promise<RuleProducts> {
  const asked = { environment, query: viewQuery ?? "", currency: currency ?? "", most: MOST_VIEW_PRODUCTS };
  const found = await readViewProducts(program, asked);
  if (!found.ok) return { ids: [], problem: "view" };
  // Which of them would be left out is nobody's decision.
  if (found.total > MOST_VIEW_PRODUCTS) return { ids: [], problem: "view-too-large" };
  return { ids: found.ids, problem: null };
}
