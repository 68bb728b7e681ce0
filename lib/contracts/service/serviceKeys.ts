import { z } from "zod";

/** The position of a key in the configuration: the first, or the one that takes over when the first is answered with 401. */
export const keySlotSchema = z.enum(["first", "standby"]);
export type KeySlot = z.infer<typeof keySlotSchema>;

/** A key of the service as pages know it: never the key. */
export const serviceKeyViewSchema = z.object({
  slot: keySlotSchema,
  /** The part that names the environment, such as `svc_test_…`. */
  prefix: z.string(),
  /** The first 16 digits of its SHA-256, which distinguish keys without revealing them. */
  fingerprint: z.string(),
  /** Whether this instance makes its calls with it now. */
  isInUse: z.boolean(),
  /** When a call with it was last accepted, and last answered with 401, over all instances. */
  lastSuccessAt: z.iso.datetime().nullable(),
  lastRefusedAt: z.iso.datetime().nullable(),
});
export type ServiceKeyView = z.infer<typeof serviceKeyViewSchema>;

/** POST /api/settings/keys/test: one call with this key, in the environment of the page. */
export const testKeyRequestSchema = z.strictObject({ slot: keySlotSchema });

export const testedKeySchema = z.object({
  /** "unclear": the service could not be asked, or did not answer. */
  outcome: z.enum(["accepted", "refused", "unclear"]),
  /** The reason, in the service's words if it gave one; null if the key was accepted. */
  message: z.string().nullable(),
});
export type TestedKey = z.infer<typeof testedKeySchema>;
