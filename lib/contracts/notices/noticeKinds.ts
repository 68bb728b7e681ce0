/** What members can be told of. Without schemas, because pages load it; lib/notices/kinds.ts says what each kind means. */
export const NOTICE_KINDS = [
  "order.completed",
  "order.partial",
  "order.undelivered",
  "order.unconfirmed",
  "order.needs-review",
  "order.failed",
  "codes.changed",
  "approval.asked",
  "approval.decided",
  "release.asked",
  "release.decided",
  "hand-outs.beyond-limit",
  "wallet.low",
  "catalog.changed",
  "catalog.digest",
  "key.refused",
  "reveal.budget-neared",
  "webhook.orphaned",
  "drafts.transferred",
  "sign-in",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
