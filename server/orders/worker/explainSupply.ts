import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Product } from "#lib/contracts/product.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import { explainLine, isSupplyRefusal } from "#lib/orders/lines/supply.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * After a refusal for country or currency: reads the products it is about afresh and puts what the catalog says now beside the
 * service's words (docs/service-interface.md §7, rule 4). It explains and never decides: without an answer, the refusal stands alone.
 */
export async function explainSupply(program: Program, refused: OrderRow): Promise<OrderRow> {
  if (refused.state !== "rejected" || !isSupplyRefusal(refused.refusal)) return refused;
  try {
    const found = await explanations(program, refused);
    return found.length === 0 ? refused : await keep(program, refused, found);
  } catch (error) {
    program.log.error({ order: refused.id, error }, "A refusal could not be explained");
    return refused;
  }
}

async function explanations(program: Program, refused: OrderRow): Promise<LineProblem[]> {
  const service = program.services[refused.environment];
  const products = new Map<number, Product | null>();
  for (const productId of new Set(refused.refusedLines.map((line) => line.productId))) {
    const answer = await service?.readProduct(productId, { orderRow: refused.id });
    if (answer?.ok === true) products.set(productId, answer.value.product);
    else if (answer?.failure.kind === "not_found") products.set(productId, null);
  }
  return refused.refusedLines.flatMap(({ index, productId }) => {
    const line = refused.lines[index];
    const product = products.get(productId);
    if (line === undefined || product === undefined) return [];
    return [{ index, productId, message: explainLine(line, refused.currency, product) }];
  });
}

async function keep(program: Program, refused: OrderRow, found: LineProblem[]): Promise<OrderRow> {
  return program.db.transaction(async (tx) => {
    const [after] = await tx
      .update(orders)
      .set({ refusedLines: [...refused.refusedLines, ...found], revision: sql`${orders.revision} + 1` })
      .where(eq(orders.id, refused.id))
      .returning();
    await recordAudit(tx, {
      at: program.clock.now(),
      environment: refused.environment,
      action: "order.catalog-read-again",
      orderRow: refused.id,
      details: { reason: [...new Set(found.map(({ message }) => message))].join(" ") },
    });
    return after ?? refused;
  });
}
