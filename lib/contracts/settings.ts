import { z } from "zod";
import { environment } from "./environment.ts";

/** PUT /api/settings/password. */
export const changePasswordRequest = z.strictObject({
  currentPassword: z.string().min(1, "Type the password you use now").max(1_000),
  newPassword: z.string().max(1_000),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** POST /api/session/confirm-password. */
export const confirmPasswordRequest = z.strictObject({
  password: z.string().min(1, "Type your password").max(1_000),
});
export type ConfirmPasswordRequest = z.infer<typeof confirmPasswordRequest>;

export const sessionView = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
});
export type SessionView = z.infer<typeof sessionView>;
export const sessionsView = z.object({ sessions: z.array(sessionView) });
export type SessionsView = z.infer<typeof sessionsView>;
export const sessionId = z.object({ sessionId: z.uuid() });

/** The connection to the service of one environment, without its key. */
export const connectionView = z.object({
  environment,
  /** Host of the base address. */
  host: z.string(),
  /** The part that names the environment, such as `svc_test_…`. */
  keyPrefix: z.string(),
  /** Whether a standby key is configured. */
  standby: z.boolean(),
  lastAnswerAt: z.iso.datetime().nullable(),
  /** Since when the service has not answered; null while it does. */
  unreachableSince: z.iso.datetime().nullable(),
  /** No call before this instant: the service asked us to wait. */
  notBefore: z.iso.datetime().nullable(),
  /** Calls a second, as learned from 429s. */
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
       * The first records that could not be read as products, from the last complete sync run. `id` is the record's own id, where it
       * has one; `raw` its JSON, cut off where it is long.
       */
      unreadable: z.array(z.object({ reason: z.string(), id: z.string().nullable(), raw: z.string() })),
      /** How many are stored; `unreadableTruncated` when there may have been more. */
      unreadableCount: z.int(),
      unreadableTruncated: z.boolean(),
    })
    .nullable(),
});
export type ConnectionView = z.infer<typeof connectionView>;
export const connectionsView = z.object({ connections: z.array(connectionView) });
export type ConnectionsView = z.infer<typeof connectionsView>;

/** One line of the request log. */
export const serviceCallView = z.object({
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
export type ServiceCallView = z.infer<typeof serviceCallView>;
export const serviceCallsView = z.object({ calls: z.array(serviceCallView) });
export type ServiceCallsView = z.infer<typeof serviceCallsView>;
