import { randomUUID, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { claims } from "#server/db/schema/claims.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { MatrixRow } from "./matrixRoutes.ts";
import type { Cell, MatrixWorld } from "./matrixWorld.ts";

/** A claim of its own for each call, whose code no service lists. */
const claim = async (world: MatrixWorld, { environment }: Cell) => {
  const { stack } = world;
  const [order] = await stack.program.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.externalOrderCode, world.completed(environment)));
  const times = { openedAt: stack.now(), deliveredAt: stack.now(), updatedAt: stack.now() };
  const [row] = await stack.program.db
    .insert(claims)
    .values({
      environment,
      orderRow: order?.id ?? "",
      fingerprint: randomBytes(32),
      productId: 1,
      number: 1,
      said: "",
      state: "open",
      ...times,
    })
    .returning({ id: claims.id });
  return { params: { claimId: row?.id ?? "" } };
};

/** Every route of claims. */
export const CLAIM_ROWS: Record<string, MatrixRow> = {
  "GET claims": { permission: "codes.find" },
  "POST claims": {
    permission: "claims.open",
    // Of nothing that was handed out: opening is tested with the claims.
    call: () => ({ body: { handOutId: randomUUID(), said: "It says invalid" } }),
    status: 404,
  },
  "GET claims/[claimId]": { permission: "codes.find", call: claim },
  "POST claims/[claimId]": {
    permission: "claims.open",
    call: async (...at) => ({ ...(await claim(at[0], at[1])), body: { to: "withdrawn" } }),
  },
  "POST claims/[claimId]/evidence": {
    permission: "codes.find",
    call: async (...at) => ({ ...(await claim(at[0], at[1])), body: {} }),
  },
  "PUT claims/terms": { permission: "settings.change", call: () => ({ body: { days: 14 } }) },
  "GET claims/rates": { permission: "stock.read", call: () => ({ path: "/api/test?product=1" }) },
};
