import { z } from "zod";
import { environmentSchema } from "./environment.ts";
import { CALL_OPERATIONS, CALL_OUTCOMES } from "./serviceCalls.ts";
import { instantTextSchema } from "#lib/contracts/text/instantText.ts";
import { serviceKeyViewSchema } from "#lib/contracts/service/serviceKeys.ts";

/** PUT /api/settings/password. */
export const changePasswordRequestSchema = z.strictObject({
  currentPassword: z.string().min(1, "Enter your current password").max(1_000),
  newPassword: z.string().max(1_000),
  /** Whether the access tokens that act as the member are revoked, too. */
  endTokens: z.boolean().default(false),
});
export type ChangePasswordRequest = z.input<typeof changePasswordRequestSchema>;
export type PasswordChanged = { sessionsEnded: number; tokensEnded: number };

export const sessionViewSchema = z.object({
  id: z.uuid(),
  /** The session that makes the request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  /** The client's address at sign-in (for IPv6 its network); null if it was not known. */
  address: z.string().nullable(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;
export const sessionsViewSchema = z.object({ sessions: z.array(sessionViewSchema) });
export type SessionsView = z.infer<typeof sessionsViewSchema>;

/** DELETE /api/settings/sessions: `tokens=end` also revokes the access tokens that act as the member. */
export const signOutEverywhereQuerySchema = z.strictObject({ tokens: z.enum(["end"]).optional() });
export type SignOutEverywhereQuery = z.infer<typeof signOutEverywhereQuerySchema>;
export type SignedOutEverywhere = { sessionsEnded: number; tokensEnded: number };
export const sessionIdSchema = z.object({ sessionId: z.uuid() });

/** The connection to the service of one environment, without its key. */
export const connectionViewSchema = z.object({
  environment: environmentSchema,
  /** Host of the base address. */
  host: z.string(),
  keys: z.array(serviceKeyViewSchema),
  lastAnswerAt: z.iso.datetime().nullable(),
  /** Since when the service has not answered; null while it does. */
  unreachableSince: z.iso.datetime().nullable(),
  /** No call before this instant: the service asked us to wait. */
  notBefore: z.iso.datetime().nullable(),
  /** Calls per second, as learned from 429s. */
  ratePerSecond: z.number().nullable(),
  /** The service's clock minus ours. */
  skewMs: z.number().nullable(),
  catalog: z
    .object({
      startedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime().nullable(),
      failure: z.string().nullable(),
      seen: z.int(),
      /**
       * The first records that could not be read as products, from the last complete sync run. `id` is the record's own id, if it
       * has one; `raw` its JSON, cut off if it is long.
       */
      unreadable: z.array(z.object({ reason: z.string(), id: z.string().nullable(), raw: z.string() })),
      /** How many are stored; with `unreadableTruncated`, there may have been more. */
      unreadableCount: z.int(),
      unreadableTruncated: z.boolean(),
    })
    .nullable(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;
export const connectionsViewSchema = z.object({ connections: z.array(connectionViewSchema) });
export type ConnectionsView = z.infer<typeof connectionsViewSchema>;

/** GET /api/settings/calls: the filters of the request log. `from` belongs to the period, `to` no longer. */
export const serviceCallsQuerySchema = z.strictObject({
  outcome: z.enum(CALL_OUTCOMES).optional(),
  operation: z.enum(CALL_OPERATIONS).optional(),
  from: instantTextSchema.optional(),
  to: instantTextSchema.optional(),
});
export type ServiceCallsQuery = z.infer<typeof serviceCallsQuerySchema>;

/** One line of the request log. */
export const serviceCallViewSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  operation: z.string(),
  statusCode: z.int().nullable(),
  failure: z.string().nullable(),
  message: z.string().nullable(),
  durationMs: z.int(),
  attempt: z.int().nullable(),
  order: z.string().nullable(),
});
export type ServiceCallView = z.infer<typeof serviceCallViewSchema>;
export const serviceCallsViewSchema = z.object({ calls: z.array(serviceCallViewSchema) });
export type ServiceCallsView = z.infer<typeof serviceCallsViewSchema>;
