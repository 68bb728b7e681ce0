import type { RevealLimits } from "#lib/codes/revealLimits.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Holder } from "#lib/members/roles.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import type { CallRecord, ServiceClient } from "#server/service/client.ts";

export type Log = {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};

export type WebhookRules = {
  /** Also to this machine and its network, and without TLS: for tests and for receivers inside. */
  allowPrivate: boolean;
  /** The addresses of a name. Absent: those of the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
};

/** An order that was confirmed just now: from the request until the intent was durable. */
export type ConfirmedOrder = {
  orderRow: string;
  environment: Environment;
  lines: number;
  start: Instant;
  end: Instant;
};

/** Is told what a trace consists of. */
export type Tracer = {
  orderConfirmed(order: ConfirmedOrder): void;
  serviceCalled(call: CallRecord): void;
};

/** What every verb and job works with. Tests build one of their own; the dashboard has exactly one (program.ts). */
export type Program = {
  db: Database;
  clock: Clock;
  log: Log;
  /** Which dashboard process this is, for leases. */
  instanceId: string;
  /** HMAC key of code fingerprints. */
  fingerprintKey: Uint8Array;
  /** How long ago an order with the same lines is asked about before another one is placed, in milliseconds; 0: never. */
  recentOrderMs: number;
  /** A client for each configured environment. */
  services: Partial<Record<Environment, ServiceClient>>;
  /** Where the audit log's chain is anchored outside the database; null or absent: in the log alone. */
  auditAnchorFile?: string | null;
  /** Absent: the defaults. */
  revealLimits?: RevealLimits;
  /** Where webhooks may go, and what their secrets are encrypted with. Absent: there are none. */
  webhooks?: WebhookRules & { programSecret: string };
  /** Absent: this dashboard sends no mail. */
  mailer?: Mailer;
  /** The origin of the dashboard, for links that leave it. Absent: not known. */
  ownAddress?: string;
  /** Who traces orders; null or absent: nobody. One for all copies of the program, since it is set at its start. */
  traces?: { tracer: Tracer | null };
  /** Whether nothing is sent to the service, as after a restore. Absent: orders are sent. */
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
  /** The access token it came with; absent for people, who have a session. */
  tokenId?: string;
  /** The session it came with; absent for programs that act for a member without one. */
  sessionId?: string;
  /** Aborted when the client has gone; absent for programs that act for a member without a request. */
  signal?: AbortSignal;
  /** Headers that the answer will carry besides its own, such as a renewed session's cookie. */
  answerHeaders?: Headers;
};
