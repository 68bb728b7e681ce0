import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { LineProblem } from "#lib/contracts/problem.ts";
import { priceInMessage } from "#lib/orders/lines/priceInMessage.ts";
import { explainLine, isSupplyRefusal } from "#lib/orders/lines/supply.ts";
import { recordAudit } from "#server/audit/record.ts";
import { forgetFreshProducts } from "#server/catalog/freshProducts.ts";
import { retireProducts, storeFreshProduct } from "#server/catalog/sync/storedProducts.ts";
import type { Program } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * After a refusal for country, currency or price, reads the products concerned again and corrects the catalog, so that the draft
 * proposes what can be ordered. For country or currency, the catalog's current values are shown beside the service's message
 * (docs/service-interface.md §7, rule 4). This only explains the refusal and never changes it: if the products cannot be read,
 * the service's message stands alone.
 */
export async function explainSupplyRefusal(program: Program, refused: OrderRow): Promise<OrderRow> {
  const { state, refusal } = refused;
  if (state !== "rejected" || refusal === null) return refused;
  forgetFreshProducts(
    program,
    refused.environment,
    refused.lines.map(({ productId }) => productId),
  );
  const isSupply = isSupplyRefusal(refusal);
  if (!isSupply && priceInMessage(refusal.message) === null) return refused;
  try {
    const products = await readAgain(program, refused);
    const found = isSupply ? explanations(refused, products) : [];
    return found.length === 0 ? refused : await keep(program, refused, found);
  } catch (error) {
    program.log.error({ order: refused.id, error }, "A refusal could not be explained");
    return refused;
  }
}

/** The products as the service has them now, null for one that it no longer has. Also stored in the catalog. */
async function readAgain(program: Program, refused: OrderRow): Promise<Map<number, Product | null>> {
  const { environment } = refused;
  const service = program.services[environment];
  const products = new Map<number, Product | null>();
  for (const productId of new Set(refused.refusedLines.map((line) => line.productId))) {
    const answer = await service?.readProduct(productId, { orderRow: refused.id });
    const now = program.clock.now();
    if (answer?.ok === true) {
      products.set(productId, answer.value.product);
      await storeFreshProduct(program.db, environment, answer.value, now);
    } else if (answer?.failure.kind === "not_found") {
      products.set(productId, null);
      await program.db.transaction((tx) => retireProducts(tx, environment, [productId], now));
    }
  }
  return products;
}

function explanations(refused: OrderRow, products: ReadonlyMap<number, Product | null>): LineProblem[] {
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
