import type { Instant } from "#lib/time/instant.ts";
import { makeRuleRequestSchema, type MakeRuleRequest } from "#lib/contracts/restock/restockRules.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import { listRules } from "#server/restock/listRules.ts";
import { runRulesOf } from "#server/restock/runRules.ts";
import { makeRule } from "#server/restock/saveRule.ts";
import { workingHour } from "./moments.ts";
import { assortment } from "./products.ts";
import type { Play, Step } from "./step.ts";

/** A buyer lets rules look after products: one has made a draft since, one waits for another member's approval before it orders. */
export function restocking(end: Instant): Step[] {
  const [first, second] = assortment("EUR");
  if (first === undefined || second === undefined) return [];
  const caps = { highestPrice: 2 * second.price, mostPerDay: 40 * second.price };
  return [
    {
      at: workingHour(end, 8, 10),
      take: async (play) => {
        const left = await leftOf(play, first.id);
        await rule(play, {
          productId: first.id,
          mode: "propose",
          keep: left + 5,
          refillTo: left + 25,
          multiple: 10,
        });
        await rule(play, {
          productId: second.id,
          mode: "order",
          keep: 10,
          refillTo: 30,
          multiple: 5,
          ...caps,
        });
      },
    },
    { at: workingHour(end, 8, 11), take: ({ program }) => runRulesOf(program, "sandbox") },
  ];
}

async function leftOf(play: Play, productId: number): Promise<number> {
  const { items } = await readStock(await play.as("buyer"));
  return items.find((item) => item.productId === productId)?.untouched ?? 0;
}

/** A step that is repeated finds the rule that it has made. */
async function rule(play: Play, asked: MakeRuleRequest): Promise<void> {
  const buyer = await play.as("buyer");
  const { items } = await listRules(buyer);
  if (items.some(({ productId }) => productId === asked.productId)) return;
  await makeRule(buyer, makeRuleRequestSchema.parse(asked));
}
