import { Client } from "pg";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/**
 * Makes the next sync run find a product changed: as if it had been different when changes were last recorded. The sandbox's own catalog
 * never changes.
 */
export async function asIfBefore(
  { databaseUrl }: TestStack,
  productId: number,
  earlier: Record<string, unknown>,
): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(
      `update recorded_products set fields = fields || $2::jsonb where environment = 'sandbox' and product_id = $1`,
      [productId, JSON.stringify(earlier)],
    );
  } finally {
    await database.end();
  }
}
