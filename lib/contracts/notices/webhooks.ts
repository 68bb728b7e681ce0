import { z } from "zod";
import { NOTICE_KINDS } from "./noticeKinds.ts";

const kindsSchema = z.array(z.enum(NOTICE_KINDS)).min(1, "Choose at least one.").max(NOTICE_KINDS.length);
const urlSchema = z.string().trim().max(2_000).url("Enter an address that begins with https://.");

/** POST /api/webhooks. */
export const addWebhookRequestSchema = z.strictObject({ url: urlSchema, kinds: kindsSchema });
export type AddWebhookRequest = z.infer<typeof addWebhookRequestSchema>;

/** PATCH /api/webhooks/{webhookId}. */
export const changeWebhookRequestSchema = z
  .strictObject({
    kinds: kindsSchema.optional(),
    paused: z.boolean().optional(),
    /** Whoever sends it answers for the webhook from now on. */
    keep: z.literal(true).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), "Say what to change.");
export type ChangeWebhookRequest = z.infer<typeof changeWebhookRequestSchema>;

export const webhookIdSchema = z.strictObject({ webhookId: z.uuid() });
export const deliveryIdSchema = z.strictObject({ webhookId: z.uuid(), deliveryId: z.uuid() });

/** One attempt to deliver. */
export type DeliveryAttempt = {
  at: string;
  statusCode: number | null;
  /** Why it did not arrive; null if it did. */
  error: string | null;
  durationMs: number;
};

export type WebhookView = {
  id: string;
  url: string;
  kinds: (typeof NOTICE_KINDS)[number][];
  pausedAt: string | null;
  createdAt: string;
  createdBy: string;
  /** Set while nobody answers for it: who did, and when it is paused; null if it is. */
  orphan: { name: string; pausesAt: string | null } | null;
};

/** GET /api/webhooks: those of the environment. */
export type Webhooks = {
  webhooks: WebhookView[];
  /** The kinds that the member's role may have sent to a webhook. */
  kinds: (typeof NOTICE_KINDS)[number][];
};

/** The answer to adding a webhook, the only one that contains the secret. */
export type WebhookWithSecret = { webhook: WebhookView; secret: string };

export type DeliveryView = {
  id: string;
  /** Null: a test. */
  kind: (typeof NOTICE_KINDS)[number] | null;
  createdAt: string;
  /** `waiting`: will be tried again. */
  state: "waiting" | "delivered" | "failed";
  attempts: DeliveryAttempt[];
  body: string;
};

/** GET /api/webhooks/{webhookId}/deliveries: the latest first. */
export type Deliveries = { deliveries: DeliveryView[] };
