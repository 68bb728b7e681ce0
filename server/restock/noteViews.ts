import "server-only";
import { and, eq, inArray, isNotNull, not, or, sql } from "drizzle-orm";
import { problemMessage } from "#lib/restock/problemWords.ts";
import type { Program } from "#server/context/context.ts";
import { restockedProducts, restockRules } from "#server/db/schema/restock.ts";
import { clearProblem, noteProblem } from "./noteProblem.ts";
import type { Situations, SituatedRule } from "./readSituations.ts";
import type { RuleRow } from "./ruleRows.ts";

/**
 * Notes which products the views of rules show now, or that this can't be told, and forgets what was said of products that no rule of a
 * view looks after any more.
 */
export async function noteViews(
  program: Pick<Program, "db" | "clock">,
  views: Situations["views"],
  situated: readonly SituatedRule[],
): Promise<void> {
  for (const { rule, found } of views) {
    const whole = { rule, productId: null, productName: null, problem: rule.problem };
    if (found.problem !== null) {
      const words = problemMessage(found.problem, { rule, currency: rule.currency }, null);
      await noteProblem(program, whole, found.problem, words);
      continue;
    }
    // An owner who may not have it any more is noted when it acts.
    const isOwner = situated.some((each) => each.rule.id === rule.id && !each.isOwnerAllowed);
    if (!isOwner) await clearProblem(program, whole);
    await noteProducts(program, rule, found.ids);
  }
  if (views.length > 0) await forgetOthers(program, views, situated);
}

async function noteProducts(
  { db }: Pick<Program, "db">,
  { id, viewProducts }: RuleRow,
  ids: readonly number[],
): Promise<void> {
  if (String(viewProducts) === String(ids)) return;
  await db
    .update(restockRules)
    .set({ viewProducts: [...ids] })
    .where(eq(restockRules.id, id));
}

async function forgetOthers(
  { db }: Pick<Program, "db">,
  views: Situations["views"],
  situated: readonly SituatedRule[],
): Promise<void> {
  const kept = situated.filter(({ rule }) => rule.productId === null);
  const { productId, problem, toldAt, ruleId } = restockedProducts;
  const isKept = sql`exists (select from unnest(${sql.param(kept.map(({ rule }) => rule.id))}::uuid[],
    ${sql.param(kept.map((each) => each.productId))}::bigint[]) as kept (rule_id, product_id)
    where kept.rule_id = ${ruleId} and kept.product_id = ${productId})`;
  await db
    .update(restockedProducts)
    .set({ ruleId: null, toldAt: null, problem: null, problemMessage: null, problemSince: null })
    .where(
      and(
        inArray(
          ruleId,
          views.map(({ rule }) => rule.id),
        ),
        or(isNotNull(problem), isNotNull(toldAt)),
        not(isKept),
      ),
    );
}
