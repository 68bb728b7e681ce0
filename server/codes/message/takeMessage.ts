import "server-only";
import { and, eq } from "drizzle-orm";
import type { MessageForHandOut } from "#lib/contracts/codes/customerMessage.ts";
import { faceValueOf } from "#lib/catalog/denominations/faceValue.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { codeHandOuts } from "#server/db/schema/codes.ts";
import { readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { readCustomerMessage } from "./customerMessage.ts";

/**
 * Gives the template for a message about a handed-out code that the member sees, and records that they copy it: no reveal, because the
 * browser writes the message with the code that it shows. Nothing here has the code.
 * @throws AppError `forbidden`, `not-found`: it was not handed out, or not any more.
 */
export async function takeMessage(
  request: MemberRequest,
  { handOutId }: { handOutId: string },
): Promise<MessageForHandOut> {
  requirePermission(request, "codes.reveal");
  const { db, environment, actor, clock } = request;
  const [handOut] = await db
    .select()
    .from(codeHandOuts)
    .where(and(eq(codeHandOuts.id, handOutId), eq(codeHandOuts.environment, environment)));
  if (handOut === undefined)
    throw new AppError("not-found", "This code is not handed out to anybody any more. Reload the page.");
  const { template } = await readCustomerMessage(request);
  const row = await readRow(db, handOut.orderRow);
  const value = row === null ? null : await valueOf(request, row, handOut.productId);
  await db.transaction((tx) =>
    recordAudit(tx, {
      at: clock.now(),
      environment,
      actorId: actor.id,
      action: "codes.message-copied",
      orderRow: handOut.orderRow,
      details: { count: 1, customerReference: handOut.customerReference },
    }),
  );
  return { template, value };
}

/**
 * What a code of a product is worth to a customer: what its name says, or the amount that was ordered of an open product. Never what the
 * partner paid for a fixed one. Null: not known.
 */
async function valueOf(
  { db, environment }: MemberRequest,
  { currency, lines }: Pick<OrderRow, "currency" | "lines">,
  productId: number,
): Promise<MessageForHandOut["value"]> {
  const own = lines.filter((line) => line.productId === productId);
  const [line, ...others] = own;
  const price = line?.price ?? null;
  if (line === undefined || price === null || currency === null) return null;
  if (others.some((other) => other.price !== price)) return null;
  const [offered] = await db
    .select({ catalog: catalogProducts.product })
    .from(catalogProducts)
    .where(and(eq(catalogProducts.environment, environment), eq(catalogProducts.productId, productId)));
  if (offered?.catalog.denomination === "open") return { minor: price, currency };
  const face = faceValueOf({
    name: line.productName ?? "",
    denomination: "fixed",
    price,
    currencyCode: currency,
  });
  return face === null ? null : { minor: face.minor, currency };
}
