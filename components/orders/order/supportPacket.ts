import { AUDIT_ACTIONS, isAuditAction } from "#lib/audit/actions.ts";
import type { OrderView, TimelineEntry } from "#lib/contracts/orders/order.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { DEFAULT_LOCALE } from "#lib/text/currentLocale.ts";

/** The only details of timeline entries in the packet: no texts by members, and nothing but the order's progress. */
const TOLD = [
  "attempt",
  "outcome",
  "statusCode",
  "message",
  "status",
  "orderId",
  "delivered",
  "ordered",
  "alarm",
];

/**
 * What the service's support needs to find an order and see its progress: ids, times in UTC, attempts, the service's own
 * messages, and versions. Contains no code, key, name of a member, note or balance.
 */
export function supportPacket(order: OrderView, { now, version }: { now: number; version: string }): string {
  const { refusal, lines, currency, price } = order;
  const amount = (minor: number | null) =>
    minor === null ? null : formatAmount(minor, currency, DEFAULT_LOCALE);
  return [
    "Support packet: Digital Code Ordering Service order",
    ...detailLines([
      ["Order reference", order.externalOrderCode],
      ["Order ID", order.orderId],
      ["Environment", order.environment],
      ["State", order.state],
      ["Service status", order.statusName],
      ["Delivered", order.delivered === null ? null : `${order.delivered} of ${order.ordered ?? "unknown"}`],
      ["Total", amount(price)],
      [order.origin === "found" ? "Found" : "Confirmed", order.createdAt],
      ["Expected ready", order.estimatedReadyAt],
      ["Last checked", order.lastLookAt],
      ["Attempts", String(order.attempts)],
      ["Refusal", refusal === null ? null : `${refusal.statusCode} ${refusal.error}: ${refusal.message}`],
      ["Request ID of the refusal", refusal?.requestId ?? null],
      ["Message", order.message],
      ["Reason", order.reason],
      ["Alarm", order.alarm],
    ]),
    "",
    "Lines",
    ...lines.map(({ productId, quantity, price: unit, countryCode }) =>
      [`- product ${productId}`, `quantity ${quantity ?? "unknown"}`, amount(unit) ?? [], countryCode ?? []]
        .flat()
        .join(" · "),
    ),
    "",
    "Timeline (UTC)",
    ...order.timeline.map(entryText),
    "",
    `Codedesk ${version} · interface /v2 · written ${new Date(now).toISOString()}`,
  ].join("\n");
}

function detailLines(details: readonly (readonly [string, string | null])[]): string[] {
  return details.flatMap(([name, value]) => (value === null || value === "" ? [] : [`${name}: ${value}`]));
}

function entryText({ at, action, from, to, details }: TimelineEntry): string {
  const name = isAuditAction(action) ? AUDIT_ACTIONS[action] : action;
  const moved = to === null || from === to ? [] : [from === null ? to : `${from} -> ${to}`];
  const told = TOLD.flatMap((key) => {
    const value = details[key];
    return typeof value === "string" || typeof value === "number" ? [`${key} ${value}`] : [];
  });
  return [`${at} ${name}`, ...moved, ...told].join(" · ");
}
