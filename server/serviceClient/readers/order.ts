import "server-only";
import type { Code } from "#lib/contracts/codes/codes.ts";
import {
  MOST_REPORTED_LINES,
  type OrderReport,
  type ReportedOutcome,
} from "#lib/orders/lifecycle/orderReport.ts";
import { quantityByProduct } from "#lib/orders/lines/quantityByProduct.ts";
import type { OrderAnswer } from "./answers.ts";
import { readCodes, readCodesAt } from "./codes.ts";
import type { ExpectedCodes } from "./expectedCodes.ts";
import { readCountOrdered, readNamedCount } from "./countOrdered.ts";
import { describeShape, LONGEST_SHAPE } from "./describeShape.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import {
  pick,
  readCodeCount,
  readCount,
  readText,
  readUnitless,
  readWords,
  type JsonRecord,
} from "./fields.ts";
import { resolvePointer, type Pointer } from "#lib/json/pointer.ts";
import { readOrderId } from "./orderId.ts";
import { isResource, readCurrency } from "./product.ts";
import { tellsOfError } from "./tellsOfError.ts";
import { readTimestamp } from "./timestamp.ts";
import { readWalletSnapshot } from "./wallet.ts";
import { withoutCodes } from "./withoutCodes.ts";

const LONGEST_STATUS = 200;
/** The longest code that our addresses allow; a longer one would not fit into the unique index. */
const LONGEST_CODE = 500;

export type HowToRead = {
  /** Where the codes are, in the answer or in the order inside it; if it leads nowhere, they are searched. */
  pointer?: Pointer | undefined;
  /** Of an order that was placed here: how many codes of each product. */
  ordered?: ReadonlyMap<number, number> | undefined;
};

/**
 * Reads an answer about an order (docs/service-interface.md §2.3) and the codes in it. Null if it is not about an order. The
 * answer is classified by its content; only the two stated status names have a meaning of their own.
 */
export function readOrder(value: unknown, how: HowToRead = {}): OrderAnswer | null {
  const order = unwrap(value);
  if (order === null) return null;
  const expected = expectedCodes(order, how.ordered);
  const { pointer } = how;
  const pointed =
    pointer === undefined ? undefined : (resolvePointer(value, pointer) ?? resolvePointer(order, pointer));
  const codes = pointed === undefined ? readCodes(order, expected) : readCodesAt(pointed, expected);
  const report = readReport(order, codes);
  const isCodeless = codes.length === 0 && report.outcome === "completed";
  return {
    report,
    codes,
    ...(isCodeless ? { codelessShape: describeShape(value).slice(0, LONGEST_SHAPE) } : {}),
  };
}

/** How many codes the answer must have. Our own quantities are surer than those that it repeats. */
function expectedCodes(order: JsonRecord, ordered: HowToRead["ordered"]): ExpectedCodes {
  const status = readText(pick(order, ["status"]));
  const lines = readLines(order);
  return {
    delivered: readCodeCount(pick(order, ["delivered"])),
    ordered: ordered ?? quantityByProduct(lines.length === entriesOf(order).length ? lines : []),
    isComplete: status?.trim().toLowerCase() === "completed",
  };
}

const WRAPPERS = ["order", "data", "result", "response", "payload", "orders"];

/**
 * The order itself: bare, the only item of a list, wrapped once or twice (`{data: {order: …}}`), or with its fields apart from its id.
 * A wrapper may have a status, which is the order's where the order has none of its own, unless it only says how the call went. Of several,
 * the innermost one is the order's.
 */
function unwrap(value: unknown): JsonRecord | null {
  let current = value;
  const withStatus: JsonRecord[] = [];
  for (let depth = 0; depth <= 2; depth += 1) {
    if (Array.isArray(current) && current.length === 1) current = current[0] as unknown;
    if (isResource(current) && isRecord(current.attributes))
      current = { orderId: current.id, ...current.attributes };
    if (!isRecord(current)) break;
    if (tellsOfOrder(current)) return withStatusOf(current, withStatus);
    if (hasStatus(current)) withStatus.unshift(current);
    current = pick(current, WRAPPERS);
  }
  if (withStatus.some(tellsOfError)) return null;
  return withStatus.find(isNotOfCall) ?? withStatus[0] ?? null;
}

/** The order with its own status, else with that of the first of these records that does not only say how a call went. */
function withStatusOf(order: JsonRecord, around: readonly JsonRecord[]): JsonRecord {
  const wrapper = hasStatus(order) ? undefined : around.find(isNotOfCall);
  return wrapper === undefined ? order : { ...order, status: pick(wrapper, ["status"]) };
}

const CALL_STATUS = /^(?:success|successful|succeeded|ok|okay|true|\d{3})$/i;

function isNotOfCall(record: JsonRecord): boolean {
  return !CALL_STATUS.test(readText(pick(record, ["status"]))?.trim() ?? "");
}

function hasStatus(record: JsonRecord): boolean {
  return readText(pick(record, ["status"])) !== null;
}

/** Whether something other than a status shows that this is an order. */
function tellsOfOrder(record: JsonRecord): boolean {
  return (
    readOrderId(pick(record, ["orderId"])) !== null ||
    readText(pick(record, ["externalOrderCode"])) !== null ||
    readCount(pick(record, ["delivered"])) !== null ||
    readReason(pick(record, ["reason"])) !== null ||
    readTimestamp(pick(record, ["estimatedReadyAt"])) !== null ||
    pick(record, ["products"]) !== undefined
  );
}

function readReport(order: JsonRecord, codes: readonly Code[]): OrderReport {
  const delivered = readCodeCount(pick(order, ["delivered"]));
  const said = (text: string | null) => withoutCodes(text, codes);
  const report: Omit<OrderReport, "outcome"> = {
    orderId: readOrderId(pick(order, ["orderId"])),
    externalOrderCode: readText(pick(order, ["externalOrderCode"]), LONGEST_CODE),
    statusName: said(readText(pick(order, ["status"]), LONGEST_STATUS)),
    estimatedReadyAt: readTimestamp(pick(order, ["estimatedReadyAt"])),
    message: said(readWords(pick(order, ["message"]))),
    reason: said(readReason(pick(order, ["reason"]))),
    delivered,
    ordered: readCountOrdered(order, delivered),
    namedOrdered: readNamedCount(order, delivered),
    currency: readCurrency(pick(order, ["currency", "currencyCode"])),
    price: readCount(pick(order, ["price"])),
    lines: readLines(order),
    codeCount: codes.length,
    codesByProduct: [...Map.groupBy(codes, ({ productId }) => productId)].map(([productId, { length }]) => ({
      productId,
      count: length,
    })),
    wallet: readWalletSnapshot(order),
  };
  return { outcome: outcomeOf(report), ...report };
}

/** Stand where no reason is given, or say that there is nothing to give a reason for. */
const NO_REASON =
  /^(?:n[./]?a\.?|none|null|nil|undefined|false|ok|okay|success|successful|[\s\-–—_.]*|pending|processing|queued|waiting|in[\s_-]?progress)$/i;

/** Why nothing, or not everything, was delivered. A filler counts as none: with it, an order in progress would seem to have ended. */
function readReason(value: unknown): string | null {
  const reason = readWords(value);
  return reason === null || NO_REASON.test(reason.trim()) ? null : reason;
}

function outcomeOf(report: Omit<OrderReport, "outcome">): ReportedOutcome {
  const { delivered, ordered, reason, codeCount } = report;
  const name = report.statusName?.trim().toLowerCase() ?? null;
  // A stated name: the order is polled further, even if codes have arrived early.
  if (name === "processing") return "processing";
  const nothingCame = codeCount === 0 && (delivered ?? 0) === 0;
  if (nothingCame && reason !== null) return "undelivered";
  if (delivered !== null && delivered > 0) {
    if (ordered !== null) return delivered < ordered ? "partial" : "completed";
    return name === "completed" ? "completed" : "partial";
  }
  if (codeCount > 0) {
    if (reason !== null || (ordered !== null && codeCount < ordered)) return "partial";
    // Codes appear only when completed (docs/service-interface.md §3, rule 2).
    return "completed";
  }
  // `delivered: 0` without a reason is not final, and contradicts "completed".
  if (delivered === 0) return "unrecognised";
  if (name === "completed") return "completed";
  return name === null && report.estimatedReadyAt !== null ? "processing" : "unrecognised";
}

function entriesOf(order: JsonRecord): unknown[] {
  const given = pick(order, ["products", "orderProducts", "lines", "items"]);
  return Array.isArray(given) ? given : [];
}

function readLines(order: JsonRecord): OrderReport["lines"] {
  const lines = entriesOf(order)
    .slice(0, MOST_REPORTED_LINES)
    .flatMap((entry: unknown) => {
      if (!isRecord(entry)) return [];
      const product = pick(entry, ["product"]);
      const line = {
        productId:
          readUnitless(pick(entry, ["productId"])) ??
          (isRecord(product) ? readUnitless(pick(product, ["id"])) : null),
        quantity: readCodeCount(pick(entry, ["quantity", "qty"])),
        price: readCount(pick(entry, ["price", "unitPrice"])),
      };
      return line.productId === null && line.quantity === null && line.price === null ? [] : [line];
    });
  return lines;
}
