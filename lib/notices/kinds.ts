import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/noticeKinds.ts";
import type { Permission } from "#lib/contracts/permission.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";

/**
 * Whom a kind concerns, of those who have its permission:
 * - `orders`: whoever confirmed the order, and who wants to hear of the whole team's;
 * - `others`: everybody but whoever caused it, since nobody decides on their own;
 * - `member`: the one member whom it is about;
 * - `everybody`.
 */
export type NoticeAudience = "orders" | "others" | "member" | "everybody";

export type NoticeDefinition = {
  /** In the settings. */
  label: string;
  /** Of a webhook, which is nobody's own; missing where it is the same. */
  webhookLabel?: string;
  /** What somebody must be allowed to do to be told. Null: nothing, since it is about themselves. */
  permission: Permission | null;
  audience: NoticeAudience;
  /** Whether it is mailed as long as a member has not chosen. */
  isMailed: boolean;
  /** How long what happens at once is gathered before it is sent. */
  gatherMs: number;
  /** How long after that nothing of the kind is sent again; what happens meanwhile is gathered. */
  coolDownMs: number;
};

const OF_ORDERS = {
  permission: "orders.read",
  audience: "orders",
  isMailed: true,
  gatherMs: 20 * SECOND,
  coolDownMs: 10 * MINUTE,
} as const satisfies Partial<NoticeDefinition>;

/** Every fact about a kind. Who is told, and how often, is derived from this table. */
export const KINDS: Record<NoticeKind, NoticeDefinition> = {
  "order.completed": { ...OF_ORDERS, label: "Order completed", isMailed: false, coolDownMs: 5 * MINUTE },
  "order.partial": { ...OF_ORDERS, label: "Order delivered in part" },
  "order.undelivered": { ...OF_ORDERS, label: "Order undelivered" },
  "order.unconfirmed": { ...OF_ORDERS, label: "Outcome of an order unknown", isMailed: false },
  "order.needs-review": { ...OF_ORDERS, label: "Order needs review" },
  "order.failed": { ...OF_ORDERS, label: "Order rejected or not placed", isMailed: false },
  "codes.changed": {
    label: "Delivered codes have changed",
    permission: "codes.reveal",
    audience: "everybody",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: 10 * MINUTE,
  },
  "approval.asked": {
    label: "Order waits for approval",
    permission: "orders.approve",
    audience: "others",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "approval.decided": {
    label: "Your order approved or declined",
    webhookLabel: "Order approved or declined",
    permission: "orders.place",
    audience: "member",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "release.asked": {
    label: "Export of codes waits for release",
    permission: "codes.release",
    audience: "others",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "release.decided": {
    label: "Your export of codes released or refused",
    webhookLabel: "Export of codes released or refused",
    permission: "codes.reveal",
    audience: "member",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "wallet.low": {
    label: "Low balance",
    permission: "wallet.read",
    audience: "everybody",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: HOUR,
  },
  "key.refused": {
    label: "Key refused by the service",
    permission: "settings.read",
    audience: "everybody",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: HOUR,
  },
  "reveal.budget-neared": {
    label: "Limit on revealing codes almost reached",
    permission: "audit.read",
    audience: "everybody",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: HOUR,
  },
  "sign-in": {
    label: "Security of your account",
    permission: null,
    audience: "member",
    isMailed: true,
    gatherMs: 5 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
};

/** What a webhook can be told of: everything but what is about one member alone. */
export const WEBHOOK_KINDS: readonly NoticeKind[] = NOTICE_KINDS.filter(
  (kind) => KINDS[kind].permission !== null,
);

/** What a webhook is told of, for whoever sets it up. */
export function webhookLabel(kind: NoticeKind): string {
  return KINDS[kind].webhookLabel ?? KINDS[kind].label;
}
