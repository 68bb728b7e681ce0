import type { Environment } from "#lib/contracts/environment.ts";
import type { NoticeSubject } from "#lib/contracts/notices/notices.ts";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import { pathIn, paths } from "#lib/paths.ts";
import { formatCount } from "#lib/text/counts.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { digestHref, digestTitle, OWN_CHANGES_HREF, ownTitle } from "./catalogWords.ts";

/** The parts of a notice that its text and its link need. */
export type Told = { kind: NoticeKind; count: number; subjects: readonly NoticeSubject[] };

type Words = {
  one: (subject: NoticeSubject) => string;
  several: (count: string) => string;
  /** What it means or what to do. */
  advice: string;
  /** Where several of them are listed. */
  href: string;
};

const order = ({ reference }: NoticeSubject) => (reference === undefined ? "An order" : `Order ${reference}`);
const incomplete = paths.orders("tab=incomplete");

const WORDS: Record<NoticeKind, Words> = {
  "order.completed": {
    one: (subject) => `${order(subject)} completed`,
    several: (count) => `${count} orders completed`,
    advice: "All codes were delivered.",
    href: paths.orders("tab=completed"),
  },
  "order.partial": {
    one: (subject) => `${order(subject)} delivered in part`,
    several: (count) => `${count} orders delivered in part`,
    advice: "Some codes are missing. They may still arrive: the order is checked again for a day.",
    href: incomplete,
  },
  "order.undelivered": {
    one: (subject) => `${order(subject)} not delivered`,
    several: (count) => `${count} orders not delivered`,
    advice: "No codes arrived. They may still arrive: the order is checked again for a day.",
    href: incomplete,
  },
  "order.unconfirmed": {
    one: (subject) => `${order(subject)}: outcome unknown`,
    several: (count) => `Outcome of ${count} orders unknown`,
    advice: "Codedesk is asking the service. Don't place the same order again.",
    href: paths.orders("tab=unconfirmed"),
  },
  "order.needs-review": {
    one: (subject) => `${order(subject)} needs review`,
    several: (count) => `${count} orders need review`,
    advice: "After an hour it is still unknown what the service did. Ask the service's support.",
    href: paths.orders("tab=unconfirmed"),
  },
  "order.failed": {
    one: (subject) => `${order(subject)} was not placed`,
    several: (count) => `${count} orders were not placed`,
    advice:
      "See why, and copy to a new order what is still needed, once the order's page says that nothing was bought.",
    href: paths.orders("tab=not-placed"),
  },
  "codes.changed": {
    one: ({ reference }) =>
      `Codes of ${reference === undefined ? "an order" : `order ${reference}`} have changed`,
    several: (count) => `Codes of ${count} orders have changed`,
    advice:
      "The service delivers different codes than before. Ask its support which of them are valid before you hand them out.",
    href: paths.overview(),
  },
  "approval.asked": {
    one: (subject) => `${order(subject)} waits for approval`,
    several: (count) => `${count} orders wait for approval`,
    advice: "Nothing is sent before another member approves it.",
    href: paths.awaitingApproval(),
  },
  "approval.decided": {
    one: (subject) => `${order(subject)} was ${subject.event ?? "decided"}`,
    several: (count) => `${count} of your orders were decided on`,
    advice:
      "Approved orders are sent at once. The lines of those sent back for changes are in a draft of yours.",
    href: paths.orders(),
  },
  "approval.overdue": {
    one: (subject) => `${order(subject)} ${subject.event ?? "still waits for approval"}`,
    several: (count) => `${count} orders still wait for approval`,
    advice: "Approve or decline it. The team can have orders lapse that wait too long.",
    href: paths.awaitingApproval(),
  },
  "release.asked": {
    one: ({ member, reference }) =>
      reference === undefined
        ? `${member ?? "A member"} asks to hand out more codes`
        : `${member ?? "A member"} asks for an export of codes of order ${reference}`,
    several: (count) => `${count} requests for codes wait for release`,
    advice: "Another member has to release it before the codes leave the dashboard.",
    href: paths.codes(),
  },
  "release.decided": {
    one: (subject) =>
      subject.reference === undefined
        ? `Your further hand-outs were ${subject.event ?? "decided"}`
        : `Your export of order ${subject.reference} was ${subject.event ?? "decided"}`,
    several: (count) => `${count} of your requests were released or refused`,
    advice: "A release is valid for a day.",
    href: paths.codes(),
  },
  "hand-outs.beyond-limit": {
    one: ({ member }) => `${member ?? "A member"} handed out more codes than the limit`,
    several: (count) => `${count} members handed out more codes than the limit`,
    advice:
      "The limit counts what a member takes within 24 hours. The audit log says which codes, and for whom.",
    href: paths.codes(),
  },
  "schedule.attention": {
    one: ({ event }) => event ?? "A schedule needs attention",
    several: (count) => `Your schedules need attention ${count} times`,
    advice: "What was not ordered on its date is only ordered if you say so.",
    href: paths.schedules(),
  },
  "wallet.low": {
    one: ({ currency }) => `Low balance in ${currency ?? "the wallet"}`,
    several: (count) => `Low balance in ${count} currencies`,
    advice: "Less is available than the limit your team has set. Top up the wallet.",
    href: paths.wallet(),
  },
  "budget.neared": {
    one: ({ event }) => event ?? "A budget is almost used up",
    several: (count) => `${count} budgets are almost or wholly used up`,
    advice: "The page of budgets shows what is left, and by which orders it is reserved or spent.",
    href: paths.budgets(),
  },
  "catalog.changed": {
    one: ownTitle,
    several: (count) => `Products that you use have changed ${count} times`,
    advice: "From your favourites, drafts, templates, restock rules or orders that wait for approval.",
    href: OWN_CHANGES_HREF,
  },
  "catalog.digest": {
    one: digestTitle,
    several: (count) => `${count} digests of catalog changes`,
    advice: "The page shows the values before and after.",
    href: paths.catalogChanges(),
  },
  "restock.rule": {
    one: ({ event }) => event ?? "A restock rule has something for you",
    several: (count) => `Restock rules have ${count} things for you`,
    advice: "See what is left, the drafts that are ready, and which rules can't act.",
    href: paths.stock(),
  },
  "report.ready": {
    one: ({ event }) => event ?? "A report is ready",
    several: (count) => `${count} reports are ready`,
    advice: "Download it from the page of reports, where you sign in.",
    href: paths.reports(),
  },
  "key.refused": {
    one: () => "The service refused the key",
    several: () => "The service refused the key",
    advice:
      "If there is a standby key, it has taken over. Otherwise, orders are rejected until the operator configures a key that the service accepts.",
    href: paths.settings("connection"),
  },
  "reveal.budget-neared": {
    one: ({ member }) =>
      `Limit on revealing codes almost reached${member === undefined ? "" : ` by ${member}`}`,
    several: (count) => `Limits on revealing codes almost reached ${count} times`,
    advice: "The audit log says who revealed which codes, and why.",
    href: paths.audit(),
  },
  "webhook.orphaned": {
    one: ({ event }) => event ?? "Nobody is responsible for a webhook",
    several: (count) => `Nobody is responsible for ${count} webhooks`,
    advice:
      "Whoever added or last kept it can no longer set it up. Keep it or delete it: after a week without an answer it is paused.",
    href: paths.settings("webhooks"),
  },
  "drafts.transferred": {
    one: ({ member, event }) => `${member ?? "A member"} transferred ${event ?? "drafts of yours"}`,
    several: (count) => `Drafts of yours were transferred ${count} times`,
    advice: "They belong to another member now. Ask for them back if that wasn't agreed.",
    href: paths.newOrder(),
  },
  "cover.named": {
    one: ({ event }) => event ?? "You stand in for another member",
    several: (count) => `You stand in for other members ${count} times`,
    advice: "You decide on what waits meanwhile, but not on what they ask for themselves.",
    href: paths.settings("cover"),
  },
  "sign-in": {
    one: ({ event }) => event ?? "Your sign-in has changed",
    several: (count) => `${count} events about your sign-in`,
    advice:
      "If that wasn't you, sign out everywhere, end your access tokens too, change your password and tell an administrator.",
    href: paths.settings("sessions"),
  },
};

/** What has happened, in one line. */
export function noticeTitle({ kind, count, subjects }: Told): string {
  const words = WORDS[kind];
  return count === 1 ? words.one(subjects[0] ?? {}) : words.several(formatCount(count));
}

/** What was ordered, in a few words; undefined if that is not known. */
export function orderedWords({ order: ordered, content }: NoticeSubject): string | undefined {
  return ordered === undefined ? content : describeOrder(ordered);
}

/** What it means, or what to do. */
export function noticeAdvice(kind: NoticeKind): string {
  return WORDS[kind].advice;
}

/** The page of a single order, or the list of several; of a digest, the changes of its days. */
export function noticeHref({ kind, count, subjects }: Told): string {
  const { reference = "", catalog } = (count === 1 ? subjects[0] : undefined) ?? {};
  if (catalog?.days !== undefined) return digestHref(catalog.days);
  return reference === "" ? WORDS[kind].href : paths.order(reference);
}

/** The same as an absolute link, which opens the environment of the notice. */
export function noticeLink(told: Told & { environment: Environment | null }, ownAddress: string): string {
  return new URL(pathIn(told.environment, noticeHref(told)), ownAddress).href;
}
