import type { RevealLimits } from "#lib/codes/revealLimits.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Holder } from "#lib/members/roles.ts";
import type { Automation } from "#lib/contracts/orders/automation.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import type { CallRecord, ServiceClient } from "#server/serviceClient/client.ts";

export type Log = {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

export type WebhookRules = {
  /** Allows webhooks to this machine and its network, and without TLS: for tests, and for receivers in the same network. */
  allowPrivate: boolean;
  /** Resolves a name to addresses. Absent: the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
};

/** An order that was just confirmed: from the request until the intent was durable. */
export type ConfirmedOrder = {
  orderRow: string;
  environment: Environment;
  lines: number;
  start: Instant;
  end: Instant;
};

/** Receives the events that traces consist of. */
export type Tracer = {
  orderConfirmed(order: ConfirmedOrder): void;
  serviceCalled(call: CallRecord): void;
};

/** What every verb and job works with. Tests create their own; the dashboard has exactly one (program.ts). */
export type Program = {
  db: Database;
  clock: Clock;
  log: Log;
  /** Which dashboard process this is, for leases. */
  instanceId: string;
  /** HMAC key of code fingerprints. */
  fingerprintKey: Uint8Array;
  /** How long ago an order with the same lines may be for us to ask before another is placed, in milliseconds; 0: never ask. */
  recentOrderMs: number;
  /** The same for an order of several products that is nearly the same: a batch that may be imported once more. */
  recentBatchMs: number;
  /** For how long an account does not decide together with whoever made it, in milliseconds; 0: always. Absent: the default. */
  accountWaitMs?: number;
  /** A client for each configured environment. */
  services: Partial<Record<Environment, ServiceClient>>;
  /** Where the audit log's chain is anchored outside the database; null or absent: only in the log. */
  auditAnchorFile?: string | null;
  /** Absent: the defaults. */
  revealLimits?: RevealLimits;
  /** Where webhooks may be sent, and the secret that theirs are encrypted with. Absent: there are no webhooks. */
  webhooks?: WebhookRules & { programSecret: string };
  /** Absent: this dashboard sends no mail. */
  mailer?: Mailer;
  /** The origin of the dashboard, for links in mails and messages. Absent: not known. */
  ownAddress?: string;
  /** Traces orders; null or absent: tracing is off. One object for all copies of the program, since it is set at start-up. */
  traces?: { tracer: Tracer | null };
  /** Whether orders are held back from the service, as after a restore. Absent: they are sent. */
  holdsOrders?: boolean;
  /** Whether members sign in with passwords. Absent: they do. */
  passwordSignIn?: boolean;
};

export type Actor = Holder & { id: string; email: string; name: string };

/** One request of one signed-in member in one environment. */
export type MemberRequest = Program & {
  actor: Actor;
  environment: Environment;
  requestId: string;
  /** The access token that it came with; absent for people, who have a session. */
  tokenId?: string;
  /** The session that it came with; absent for programs that act for a member without one. */
  sessionId?: string;
  /** What acts for the member, if no person does: a schedule, say, and the permission that the member needs for it. */
  automation?: { origin: Automation; permission: Permission };
  /** Aborted when the client disconnects; absent for programs that act for a member without a request. */
  signal?: AbortSignal;
  /** Additional headers of the answer, such as a renewed session's cookie. */
  answerHeaders?: Headers;
};
