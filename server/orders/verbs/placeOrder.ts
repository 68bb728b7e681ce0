import "server-only";
import type { LimitAmounts } from "#lib/contracts/limits.ts";
import type { OrderLine, OrderView } from "#lib/contracts/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { CheckedLine } from "#lib/orders/lines/checkLine.ts";
import { freeze, orderRequestOf } from "#lib/orders/lines/frozenBody.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireStill } from "#server/context/requireStill.ts";
import { requireService } from "#server/context/requireService.ts";
import { AppError } from "#server/context/errors.ts";
import { placedOrderView } from "#server/orders/ledger/orderView.ts";
import { findTypedCode, type TypedCode } from "#server/orders/ledger/findTypedCode.ts";
import {
  findByConfirmation,
  findByReference,
  readRow,
  type OrderRow,
} from "#server/orders/ledger/ledgerRow.ts";
import { readWritten } from "#server/orders/ledger/writeIntent.ts";
import { answerRepeatedConfirmation } from "#server/orders/confirmation/answerRepeatedConfirmation.ts";
import { intentRow, postponed } from "#server/orders/confirmation/intentRow.ts";
import { codeOfConfirmation } from "#server/orders/confirmation/codeOfConfirmation.ts";
import { writeConfirmation, type IntendedLine } from "#server/orders/confirmation/writeConfirmation.ts";
import { returnLines } from "#server/orders/drafts/returnLines.ts";
import { limitInForce } from "#server/orders/limits/limitInForce.ts";
import { checkOrderable } from "#server/orders/lines/checkOrderable.ts";
import { refuseWhileOnHold } from "#server/orders/worker/refuseWhileOnHold.ts";
import { sendAttempt } from "#server/orders/worker/runAttempt.ts";
import { refuseWhenStopping, trackInFlight } from "#server/orders/worker/inFlightWork.ts";

/** How long the request waits for the first attempt. After that the order is just as safe, and the attempt continues. */
const FIRST_ATTEMPT_TIMEOUT = 8 * SECOND;

/**
 * Places one order: checks it against fresh products, makes the intent durable, and sends the first attempt. While the service
 * asks us to slow down, the order is checked against the catalog instead and the order worker sends it later; a typed order
 * reference is then looked up just before it is sent. An order above one of the member's limits waits for another member's
 * approval. A `confirmationId` makes one order, however often it arrives (docs/architecture.md#invariants, 2).
 * @throws AppError `validation` with the problems of the lines, or for an order reference that is a delivered code; `conflict`
 * for an order reference that is in use; `rejected` with the service's own answer.
 */
export async function placeOrder(request: MemberRequest, given: PlaceOrderRequest): Promise<OrderView> {
  const input = { ...given, currency: spellCurrency(given.currency) };
  const start = request.clock.now();
  requirePermission(request, "orders.place");
  const known = await findByConfirmation(request.db, input.confirmationId);
  if (known !== null) return answerRepeatedConfirmation(request, known, input);
  requireService(request);
  refuseWhileOnHold(request);
  const typed = input.externalOrderCode;
  const code: TypedCode = typed === undefined ? { is: "free" } : await findTypedCode(request, typed);
  if (code.is === "taken") {
    // The order with this code may be this very one, confirmed a moment ago by the same request.
    const same = await findByConfirmation(request.db, input.confirmationId);
    if (same !== null) return answerRepeatedConfirmation(request, same, input);
    throw new AppError("conflict", code.message, { existingReference: code.reference });
  }
  if (code.is === "delivered") throw new AppError("validation", code.message);
  // Continues when the client disconnects: the member has confirmed the order.
  const [{ lines, notBefore, otherDecimals }, limits] = await Promise.all([
    checkOrderable({ ...request, signal: undefined }, input),
    limitInForce(request, input.currency),
  ]);
  if (otherDecimals !== null) throw new AppError("validation", `${otherDecimals} Nothing was sent.`);
  refuseWhenStopping(request.instanceId);
  const checksCodeFirst = code.is === "unknown";
  const delay = { notBefore: notBefore ?? (checksCodeFirst ? request.clock.now() : null), checksCodeFirst };
  return trackInFlight(
    request.instanceId,
    confirmAndSend(request, input, buyable(lines), { ...delay, limits, start }),
  );
}

async function confirmAndSend(
  request: MemberRequest,
  input: PlaceOrderRequest,
  lines: Buyable[],
  terms: Terms,
): Promise<OrderView> {
  await requireStill(request, "orders.place");
  const row = await confirm(request, input, lines, terms);
  if (row.confirmed === "again") return answerRepeatedConfirmation(request, row.order, input);
  const { id: orderRow, environment } = row.order;
  const times = { start: terms.start, end: request.clock.now() };
  request.traces?.tracer?.orderConfirmed({ orderRow, environment, lines: lines.length, ...times });
  if (row.order.state !== "submitting") return placedOrderView(request, row.order, true);
  const order = await firstAttempt(request, row.order);
  await returnLines(request, order);
  return placedOrderView(request, order, true);
}

/** What was found out about an order before it is written. */
type Terms = {
  /** The order worker makes the first attempt, not before this moment; null: it is made at once. */
  notBefore: Instant | null;
  /** It is not known yet whether the typed order reference is free. */
  checksCodeFirst: boolean;
  /** The member's limits, if any. */
  limits: LimitAmounts | null;
  /** When the request arrived. */
  start: Instant;
};
type Confirmed = { confirmed: "now" | "again"; order: OrderRow };
type Buyable = IntendedLine & { line: OrderLine };

function buyable(lines: CheckedLine[]): Buyable[] {
  const problems = lines.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) {
    throw new AppError("validation", "Some lines can't be ordered as they are. Nothing was sent.", {
      lines: problems,
    });
  }
  return lines.map((checked) => {
    const { productId, product, price, quantity, countryCode } = checked;
    if (price === null) throw new AppError("validation", "A line has no price. Nothing was sent.");
    return {
      intent: { productId, price, quantity, countryCode },
      line: { productId, productName: product?.name ?? null, price, quantity, countryCode },
      checked,
    };
  });
}

/**
 * Writes the intent, the record of who confirmed it and the first attempt, before the first byte is sent
 * (docs/architecture.md#invariants, 1).
 */
async function confirm(
  request: MemberRequest,
  input: PlaceOrderRequest,
  lines: Buyable[],
  { notBefore, checksCodeFirst, limits }: Terms,
): Promise<Confirmed> {
  const code = input.externalOrderCode ?? codeOfConfirmation(input.confirmationId);
  const body = orderRequestOf(
    code,
    sentCurrency(input.currency, lines),
    lines.map(({ intent }) => intent),
  );
  if (body === null)
    throw new AppError("validation", "The total is too large to calculate exactly. Split the order.");
  const sentAtOnce = intentRow(request, input, lines, {
    code,
    price: body.price,
    bytes: Buffer.from(freeze(body)),
  });
  const order = notBefore === null ? sentAtOnce : postponed(sentAtOnce, notBefore, checksCodeFirst);
  const written = await writeConfirmation(request, { input, lines, order, limits }).catch((error: unknown) =>
    readWritten(request, order, error),
  );
  if (written !== null) return { confirmed: "now", order: written };
  const same = await findByConfirmation(request.db, input.confirmationId);
  if (same !== null) return { confirmed: "again", order: same };
  const other = await findByReference(request.db, request.environment, code);
  throw new AppError(
    "conflict",
    `The order reference ${code} already belongs to an order. Choose another.`,
    other === null ? {} : { existingReference: code },
  );
}

/** The currency as the service writes it for these products, which may be in small letters: it compares the two. */
function sentCurrency(currency: string, lines: readonly Buyable[]): string {
  for (const { checked } of lines)
    if (checked.product?.currencySpelling !== undefined) return checked.product.currencySpelling;
  return currency;
}

/** Sends the first attempt and waits up to `FIRST_ATTEMPT_TIMEOUT` for it; the attempt continues after that. */
async function firstAttempt(request: MemberRequest, row: OrderRow): Promise<OrderRow> {
  const attempt = trackInFlight(request.instanceId, sendAttempt(request, row)).catch((error: unknown) => {
    request.log.error({ order: row.id, error }, "An attempt ended without a recorded outcome");
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), FIRST_ATTEMPT_TIMEOUT);
  });
  const after = await Promise.race([attempt, timeout]);
  clearTimeout(timer);
  return after ?? (await readRow(request.db, row.id)) ?? row;
}
