import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";

/**
 * Whom a kind concerns, among those who have its permission:
 * - `orders`: the member who confirmed the order, and those who want to be told of the whole team's orders;
 * - `others`: everybody but the member who caused it, because members cannot decide on their own requests;
 * - `member`: the member concerned;
 * - `owners`: those of whose things something is affected;
 * - `everybody`.
 */
export type NoticeAudience = "orders" | "others" | "member" | "owners" | "everybody";

export type NoticeDefinition = {
  /** The label in the settings. */
  label: string;
  /** The label for a webhook, which belongs to nobody; missing if it is the same. */
  webhookLabel?: string;
  /** The permission that somebody needs to be told. Null: none, because it concerns themselves. */
  permission: Permission | null;
  audience: NoticeAudience;
  /** Whether it is mailed by default. */
  isMailed: boolean;
  /** How long simultaneous events are gathered before the notice is sent. */
  gatherMs: number;
  /** How long after that no further notice of the kind is sent; events in the meantime are gathered. */
  coolDownMs: number;
};

const OF_ORDERS = {
  permission: "orders.read",
  audience: "orders",
  isMailed: true,
  gatherMs: 20 * SECOND,
  coolDownMs: 10 * MINUTE,
} as const satisfies Partial<NoticeDefinition>;

/** Every property of a kind. Who is told, and how often, is derived from this table. */
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
  "approval.overdue": {
    label: "Order waits long for approval",
    permission: "orders.approve",
    audience: "others",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "schedule.attention": {
    label: "Your schedule needs attention",
    webhookLabel: "Schedule needs attention",
    permission: "schedules.manage",
    audience: "member",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "release.asked": {
    label: "Export or hand-outs wait for release",
    permission: "codes.release",
    audience: "others",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "release.decided": {
    label: "Your export or hand-outs released or refused",
    webhookLabel: "Export or hand-outs released or refused",
    permission: "codes.reveal",
    audience: "member",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "hand-outs.beyond-limit": {
    label: "Limit on taking codes passed by hand-outs",
    permission: "codes.release",
    audience: "others",
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
  "budget.neared": {
    label: "Budget used to 80 % or wholly",
    permission: "orders.approve",
    audience: "everybody",
    isMailed: true,
    gatherMs: 10 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "catalog.changed": {
    label: "Catalog change that affects you",
    webhookLabel: "Catalog changes",
    permission: "catalog.read",
    audience: "owners",
    isMailed: false,
    // What one sync run has found is one notice: shorter than the pause between two runs.
    gatherMs: 5 * SECOND,
    coolDownMs: 0,
  },
  "catalog.digest": {
    label: "Daily digest of catalog changes",
    permission: "catalog.read",
    audience: "member",
    isMailed: true,
    gatherMs: 0,
    coolDownMs: 0,
  },
  "restock.rule": {
    label: "Restock rule: few codes left, a draft is ready, or it can't act",
    permission: "rules.manage",
    audience: "member",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: 10 * MINUTE,
  },
  "report.ready": {
    label: "Your report is ready, or can't be made",
    webhookLabel: "Report ready, or can't be made",
    permission: "orders.read",
    audience: "member",
    isMailed: true,
    gatherMs: 5 * SECOND,
    coolDownMs: 0,
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
  "webhook.orphaned": {
    label: "Webhook without anybody responsible",
    permission: "settings.change",
    audience: "everybody",
    isMailed: true,
    gatherMs: 20 * SECOND,
    coolDownMs: 10 * MINUTE,
  },
  "drafts.transferred": {
    label: "Your drafts transferred to another member",
    permission: null,
    audience: "member",
    isMailed: true,
    gatherMs: 5 * SECOND,
    coolDownMs: 5 * MINUTE,
  },
  "cover.named": {
    label: "You stand in for another member",
    permission: null,
    audience: "member",
    isMailed: true,
    gatherMs: 5 * SECOND,
    coolDownMs: 5 * MINUTE,
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

/** The kinds that a webhook can be told of: all but those that concern one member only, or webhooks themselves. */
export const WEBHOOK_KINDS: readonly NoticeKind[] = NOTICE_KINDS.filter(
  (kind) => KINDS[kind].permission !== null && kind !== "webhook.orphaned" && kind !== "catalog.digest",
);

/** The label of a kind for members who set up a webhook. */
export function webhookLabel(kind: NoticeKind): string {
  return KINDS[kind].webhookLabel ?? KINDS[kind].label;
}
