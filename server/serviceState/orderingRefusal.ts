import "server-only";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceErrorBody } from "#lib/contracts/serviceError.ts";
import type { Program } from "#server/context/context.ts";
import { prepared } from "#server/db/prepared.ts";
import { serviceState } from "#server/db/schema/service.ts";

/** Remembers that the service refuses orders for the whole account (403, or 422 for its order limit), so that everybody sees it. */
export async function recordOrderingRefusal(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
  refusal: ServiceErrorBody,
): Promise<void> {
  const columns = { orderingRefusal: refusal, orderingRefusedAt: clock.now() };
  await db
    .insert(serviceState)
    .values({ environment, ...columns })
    .onConflictDoUpdate({ target: serviceState.environment, set: columns });
}

const clearRefusal = prepared((db) =>
  db
    .update(serviceState)
    .set({ orderingRefusal: null, orderingRefusedAt: null })
    .where(
      and(
        eq(serviceState.environment, sql.placeholder("environment")),
        isNotNull(serviceState.orderingRefusedAt),
      ),
    )
    .prepare("clear_ordering_refusal"),
);

/** The service has accepted an order, so a refusal for the whole account is over. */
export async function clearOrderingRefusal(
  { db }: Pick<Program, "db">,
  environment: Environment,
): Promise<void> {
  await clearRefusal(db).execute({ environment });
}
