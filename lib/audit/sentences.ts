import type { AuditEntryView } from "#lib/contracts/audit/audit.ts";
import type { AutomationKind } from "#lib/contracts/orders/placers.ts";
import { recordedAutomation } from "#lib/orders/automation/automationWords.ts";
import { recordedClass, type AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { formatCount } from "#lib/text/counts.ts";
import { isAuditAction, type AuditAction } from "./actions.ts";
import { deputyWords } from "./deputyWords.ts";
import { actionInWords, actorInWords, stateInWords } from "./auditWords.ts";

/** Sentences about an attempt to send an order, by what became of it; with the names of those below. */
const ATTEMPTS: Record<AttemptClass, string> = {
  accepted: "{actor} sent order {order}",
  exists: "{actor} sent order {order}, which the service already has",
  refused: "{actor} sent order {order}, which the service rejected",
  throttled: "{actor} tried to send order {order}, and the service asked to wait",
  not_sent: "{actor} couldn't send order {order}",
  ambiguous: "{actor} tried to send order {order}, with an unknown outcome",
};

/** Sentences about an order that no person confirmed. */
const PLACED_FOR: Record<AutomationKind, string> = {
  schedule: "A schedule of {actor} placed order {order}",
  restock: "A restock rule of {actor} placed order {order}",
};

const LAPSED = "Order {order} lapsed, since nobody decided on it in time";

/**
 * What happened, in one sentence. `{actor}`, `{order}` and `{member}` are names; `{state}` is " to Completed" if the order's
 * state changed; `{count}` is how often it happened. Any other name is a detail of the record.
 */
const SENTENCES: Record<AuditAction, string> = {
  "order.confirmed": "{actor} confirmed order {order}",
  "order.attempt-started": "{actor} began to send order {order} again",
  "order.attempted": ATTEMPTS.accepted,
  "order.state": "{actor} updated the status of order {order}{state}",
  "order.found": "{actor} found order {order} at the service",
  "order.closed": "{actor} closed order {order}",
  "order.withdrawn": "{actor} withdrew order {order}",
  "order.approved": "{actor} approved order {order}",
  "order.answer-accepted": "{actor} accepted what the service shows as order {order}",
  "order.declined": "{actor} declined order {order}",
  "order.reminded": "{actor} reminded of order {order}, which waits for approval",
  "order.passed-on": "{actor} passed order {order} on to the next approvers",
  "order.labelled": "{actor} changed purchase order, note or tags of order {order}",
  "order.alarm": "{actor} raised an alarm for order {order}",
  "order.dismissed": "{actor} dismissed order {order} from Needs attention",
  "order.restored": "{actor} put order {order} back in Needs attention",
  "orders.exported": "{actor} exported a list of orders",
  "order.catalog-read-again": "{actor} rechecked the catalog for order {order}",
  "codes.revealed": "{actor} revealed codes of order {order}",
  "codes.exported": "{actor} exported codes of order {order}",
  "codes.export-finished": "{actor} finished an export of codes of order {order}",
  "codes.release-requested": "{actor} asked for the release of an export of order {order}",
  "codes.release-granted": "{actor} released an export of codes of order {order}",
  "codes.release-refused": "{actor} refused an export of codes of order {order}",
  "codes.hand-out-release-requested": "{actor} asked for the release of further hand-outs",
  "codes.hand-out-release-granted": "{actor} released further hand-outs by {member}",
  "codes.hand-out-release-refused": "{actor} refused further hand-outs by {member}",
  "codes.hand-outs-beyond-limit": "{actor} passed the limit on taking codes by hand-outs",
  "codes.handed-out": "{actor} handed out codes of order {order}",
  "codes.hand-out-read": "{actor} viewed handed-out codes of order {order} again",
  "codes.hand-out-undone":
    "A hand-out of codes of order {order} was undone, because the service no longer lists them",
  "codes.hand-out-taken-back": "{actor} took back a hand-out of a code of order {order}",
  "codes.message-copied": "{actor} copied a message with a handed-out code of order {order}",
  "codes.hand-out-disputed": "{actor} noted that a handed-out code of order {order} is disputed",
  "codes.claim-opened": "{actor} noted that a code of order {order} does not work",
  "codes.claim-moved": "{actor} changed the claim for a code of order {order}",
  "codes.claim-evidenced": "{actor} made the evidence of a claim for a code of order {order}",
  "codes.claim-terms-changed": "{actor} changed the term for claims",
  "codes.counted": "{actor} corrected the number of revealed codes of order {order}",
  "codes.searched": "{actor} searched for the order of a code",
  "codes.missed": "{actor} looked up what was no reference and no code{count}",
  "codes.budget-neared": "{actor} almost reached the limit on revealing codes",
  "codes.settings-changed": "{actor} changed the rules for revealing codes",
  "codes.message-changed": "{actor} changed the message for customers",
  "codes.relaxation-asked": "{actor} asked to loosen the rules for revealing codes",
  "limit.changed": "{actor} changed a limit on orders",
  "approval-settings.changed": "{actor} changed what happens to orders that wait for approval",
  "cover.named": "{actor} named a deputy for {member}",
  "cover.ended": "{actor} ended the cover of {member} by a deputy",
  "budget.changed": "{actor} changed the budget {name}",
  "budget.neared": "{actor} used most or all of the budget {name}",
  "member.added": "{actor} added {member} to the team",
  "member.invited": "{actor} invited {email} to the team",
  "member.invitation-revoked": "{actor} revoked the invitation of {email}",
  "member.joined": "{actor} accepted an invitation and joined the team",
  "member.role-changed": "{actor} changed the role of {member}",
  "member.role-kept": "{actor} kept the role of {member}, the last administrator",
  "member.enabled": "{actor} enabled {member}",
  "member.disabled": "{actor} disabled {member}",
  "member.password-reset": "{actor} reset the password of {member}",
  "member.password-changed": "{actor} changed their password",
  "member.identity-linked": "{actor} linked single sign-on to {member}",
  "member.identity-unlinked": "{actor} unlinked single sign-on from {member}",
  "member.signed-in": "{actor} signed in",
  "member.confirmed": "{actor} confirmed their identity",
  "member.first-factor-allowed": "{actor} let {member} add their first authentication factor",
  "member.drafts-transferred": "{actor} transferred the drafts of {member} to another member",
  "member.production-opened": "{actor} confirmed their identity and opened production",
  "member.passkey-renamed": "{actor} renamed a passkey",
  "member.second-factor-added": "{actor} added a second factor",
  "member.second-factor-removed": "{actor} removed a second factor",
  "member.second-factor-reset": "{actor} removed the second factor of {member}",
  "member.recovery-codes-made": "{actor} created new recovery codes",
  "member.signed-out": "{actor} signed out",
  "member.signed-out-by-provider": "The identity provider signed {member} out",
  "member.signed-out-everywhere": "{actor} signed out everywhere",
  "member.session-ended": "{actor} ended a session",
  "member.sessions-ended": "{actor} ended all sessions of {member}",
  "member.sign-in-failed": "Signing in as {member} failed{count}",
  "role.added": "{actor} added the role {name}",
  "role.changed": "{actor} changed the role {name}",
  "role.deleted": "{actor} deleted the role {name}",
  "security.settings-changed": "{actor} changed the rules for signing in",
  "service.wait-tried": "{actor} made a call although the service had asked to wait",
  "wallet.limit-changed": "{actor} changed a low balance limit",
  "currency.units-stated": "{actor} stated how many decimals a currency has",
  "webhook.added": "{actor} added a webhook to {host}",
  "webhook.changed": "{actor} changed the webhook to {host}",
  "webhook.removed": "{actor} removed the webhook to {host}",
  "webhook.orphaned": "Nobody is responsible for a webhook any more, since {member} can no longer set it up",
  "webhook.paused": "Codedesk paused a webhook for which nobody was responsible",
  "token.created": "{actor} created the access token {name} for {member}",
  "token.revoked": "{actor} revoked the access token {name} of {member}",
  "audit.verified": "{actor} verified the audit log",
  "audit.exported": "{actor} exported the audit log",
  "catalog-changes.exported": "{actor} exported catalog changes",
  "stock.exported": "{actor} exported the stock",
  "restock-rule.made": "{actor} made a restock rule",
  "restock-rule.changed": "{actor} changed a restock rule",
  "restock-rule.removed": "{actor} removed a restock rule",
  "restock-rule.approved": "{actor} approved a restock rule of {member}",
  "restock-rule.told": "A restock rule told {member} that few codes are left",
  "restock-rule.proposed": "A restock rule made a draft for {member}",
  "restock-rule.ordered": "A restock rule ordered for {member}",
  "restock-rule.unable": "A restock rule of {member} could not act",
  "schedule.added": "{actor} added a schedule",
  "schedule.changed": "{actor} changed a schedule",
  "schedule.paused": "{actor} paused a schedule of {member}",
  "schedule.resumed": "{actor} resumed a schedule",
  "schedule.ended": "{actor} ended a schedule of {member}",
  "schedule.date-skipped": "{actor} skipped a date of a schedule of {member}",
  "schedule.date-restored": "{actor} restored a skipped date of a schedule of {member}",
  "schedule.date-answered": "{actor} decided on a date that a schedule of {member} had not ordered",
  "schedule.ordered": "A schedule of {member} ordered on its date",
  "schedule.failed": "A schedule of {member} couldn't order on a date",
  "schedule.missed": "A schedule of {member} missed a date",
  "schedule.checked": "{actor} found something about the next date of a schedule of {member}",
  "report.added": "{actor} set up a report",
  "report.paused": "{actor} paused a report",
  "report.resumed": "{actor} resumed a report",
  "report.removed": "{actor} removed a report",
  "report.made": "A report was made for {member}",
  "report.stopped": "A report of {member} was paused",
  "report.downloaded": "{actor} downloaded a report",
  "order-template.saved": "{actor} saved the order template {name}",
  "order-template.renamed": "{actor} renamed the order template {from} to {to}",
  "order-template.deleted": "{actor} deleted the order template {name}",
  "team-favourite.added": "{actor} added a team favourite",
  "team-favourite.removed": "{actor} removed a team favourite",
  "team-view.saved": "{actor} saved the team view {name}",
  "team-view.renamed": "{actor} renamed the team view {from} to {to}",
  "team-view.changed": "{actor} changed a team view",
  "team-view.deleted": "{actor} deleted the team view {name}",
};

/** A part of a sentence: plain text, or a name that is emphasised. */
export type SentencePart = { kind: "text" | "actor" | "order" | "member" | "detail"; text: string };

/** An audit record as one sentence. For an action that an earlier version recorded: its name, and who did it. */
export function sentenceParts(entry: AuditEntryView): SentencePart[] {
  const parts = templateOf(entry)
    .split(/\{(\w+)\}/)
    .map((text, index): SentencePart => (index % 2 === 0 ? { kind: "text", text } : placed(text, entry)));
  return [...parts.filter(({ text }) => text !== ""), { kind: "text", text: "." }];
}

function templateOf({ action, details }: AuditEntryView): string {
  if (!isAuditAction(action)) return `${actionInWords(action)} by {actor}`;
  // An order that waited for its approval or its turn is sent for the first time by a worker.
  if (action === "order.attempt-started" && details.attempt === 1)
    return "{actor} began to send order {order}";
  if (action === "order.declined" && details.lapsed === true) return LAPSED;
  const automation = action === "order.confirmed" ? recordedAutomation(details) : null;
  if (automation !== null) return PLACED_FOR[automation.kind];
  const outcome = recordedClass(details);
  return action === "order.attempted" && outcome !== undefined ? ATTEMPTS[outcome] : SENTENCES[action];
}

/** The sentence as text, for a file. */
export function sentenceOf(entry: AuditEntryView): string {
  return sentenceParts(entry)
    .map(({ text }) => text)
    .join("");
}

function placed(name: string, entry: AuditEntryView): SentencePart {
  if (name === "actor") return { kind: "actor", text: actorWithToken(entry) };
  if (name === "order") return { kind: "order", text: entry.order ?? "that is not known" };
  if (name === "member") return { kind: "member", text: entry.member?.name ?? "an unknown address" };
  if (name === "email" || name === "name" || name === "host" || name === "from" || name === "to") {
    const said = entry.details[name];
    return typeof said === "string" && said !== ""
      ? { kind: "detail", text: said }
      : { kind: "text", text: UNSAID[name] };
  }
  if (name === "count") return { kind: "text", text: timesOf(entry.details["count"]) };
  const { fromState, toState } = entry;
  const isChange = toState !== null && toState !== fromState;
  return { kind: "text", text: isChange ? ` to ${stateInWords(toState)}` : "" };
}

/** What stands in the place of a detail that an earlier version did not record. */
const UNSAID = {
  email: "somebody",
  name: "of an unknown name",
  host: "an unknown address",
  from: "of an unknown name",
  to: "another name",
};

function actorWithToken(entry: AuditEntryView): string {
  const actor = actorInWords(entry);
  if (entry.token !== null) return `${actor} (by token ${entry.token})`;
  const deputyOf = deputyWords(entry.details);
  return deputyOf === null ? actor : `${actor} (${deputyOf})`;
}

function timesOf(count: unknown): string {
  return typeof count === "number" && count > 1 ? `, ${formatCount(count)} times` : "";
}
