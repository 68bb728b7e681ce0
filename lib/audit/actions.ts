/**
 * Every action that is recorded, as the audit log names it. Who writes a record and who shows it share this list: an action
 * that is not here does not compile.
 */
export const AUDIT_ACTIONS = {
  "order.confirmed": "Order confirmed",
  "order.attempt-started": "Order sent again",
  "order.attempted": "Order sent",
  "order.state": "Order status updated",
  "order.found": "Order found at the service",
  "order.closed": "Order closed",
  "order.withdrawn": "Order withdrawn",
  "order.alarm": "Order alarm raised",
  "order.catalog-read-again": "Catalog rechecked for an order",
  "codes.revealed": "Codes revealed",
  "codes.counted": "Number of revealed codes corrected",
  "codes.budget-neared": "Limit on revealing codes almost reached",
  "member.added": "Member added",
  "member.role-changed": "Member role changed",
  "member.enabled": "Member enabled",
  "member.disabled": "Member disabled",
  "member.password-reset": "Member password reset",
  "member.password-changed": "Password changed",
  "member.identity-linked": "Single sign-on linked",
  "member.identity-unlinked": "Single sign-on unlinked",
  "member.signed-in": "Signed in",
  "member.password-confirmed": "Password confirmed",
  "member.signed-out": "Signed out",
  "member.signed-out-everywhere": "Signed out everywhere",
  "member.session-ended": "Session ended",
  "member.sign-in-failed": "Sign-in failed",
  "team-favourite.added": "Team favourite added",
  "team-favourite.removed": "Team favourite removed",
  "team-view.saved": "Team view saved",
  "team-view.renamed": "Team view renamed",
  "team-view.changed": "Team view changed",
  "team-view.deleted": "Team view deleted",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What is recorded of an order: its timeline (components/orders/order/timelineWords.ts). */
export type OrderAuditAction = Extract<AuditAction, `order.${string}` | `codes.${string}`>;

/** False for an action that an earlier version recorded and that no longer exists. */
export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}
