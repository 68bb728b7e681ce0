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
  "order.approved": "Order approved",
  "order.declined": "Order declined",
  "order.labelled": "Purchase order, note or tags changed",
  "order.alarm": "Order alarm raised",
  "order.dismissed": "Order dismissed from attention",
  "order.restored": "Order put back to attention",
  "orders.exported": "List of orders exported",
  "order.catalog-read-again": "Catalog rechecked for an order",
  "codes.revealed": "Codes revealed",
  "codes.exported": "Codes exported",
  "codes.export-finished": "Export of codes finished",
  "codes.release-requested": "Release of an export requested",
  "codes.release-granted": "Export of codes released",
  "codes.release-refused": "Export of codes refused",
  "codes.handed-out": "Codes handed out",
  "codes.hand-out-read": "Handed out codes shown again",
  "codes.hand-out-disputed": "Handed out code disputed",
  "codes.counted": "Number of revealed codes corrected",
  "codes.searched": "Order of a code searched",
  "codes.budget-neared": "Limit on revealing codes almost reached",
  "codes.settings-changed": "Rules for revealing codes changed",
  "limit.changed": "Spending limit changed",
  "member.added": "Member added",
  "member.role-changed": "Member role changed",
  "member.role-kept": "Role of the last administrator kept",
  "member.enabled": "Member enabled",
  "member.disabled": "Member disabled",
  "member.password-reset": "Member password reset",
  "member.password-changed": "Password changed",
  "member.identity-linked": "Single sign-on linked",
  "member.identity-unlinked": "Single sign-on unlinked",
  "member.signed-in": "Signed in",
  "member.confirmed": "Identity confirmed",
  "member.first-factor-allowed": "First second factor allowed",
  "member.second-factor-added": "Second factor added",
  "member.second-factor-removed": "Second factor removed",
  "member.second-factor-reset": "Second factor of a member reset",
  "member.recovery-codes-made": "New recovery codes made",
  "member.signed-out": "Signed out",
  "member.signed-out-by-provider": "Signed out by the identity provider",
  "member.signed-out-everywhere": "Signed out everywhere",
  "member.session-ended": "Session ended",
  "member.sessions-ended": "All sessions of a member ended",
  "member.sign-in-failed": "Sign-in failed",
  "role.added": "Role added",
  "role.changed": "Role changed",
  "role.deleted": "Role deleted",
  "security.settings-changed": "Rules for signing in changed",
  "wallet.limit-changed": "Low balance limit changed",
  "audit.verified": "Audit log verified",
  "audit.exported": "Audit log exported",
  "order-template.saved": "Order template saved",
  "order-template.renamed": "Order template renamed",
  "order-template.deleted": "Order template deleted",
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
