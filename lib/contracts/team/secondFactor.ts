import { z } from "zod";
import { passkeyAnswerSchema, passkeyViewSchema } from "./passkeys.ts";
import { roleIdSchema } from "./roles.ts";

/** Six digits of an authenticator app; people type them in two groups. */
export const totpCodeSchema = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Enter the 6 digits that the app shows."));

/** A recovery code as it is printed or typed: letters of any case, with or without hyphens. */
export const recoveryCodeSchema = z
  .string()
  .max(60)
  .transform((typed) => typed.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(/^[a-z2-9]{16}$/, "Enter one of your recovery codes: 16 letters and digits."));

/** What a member presents as the second factor. */
export const proofSchema = z.union([
  z.strictObject({ code: totpCodeSchema }),
  z.strictObject({ recoveryCode: recoveryCodeSchema }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
]);
export type Proof = z.output<typeof proofSchema>;
/** The same, as typed. */
export type ProofInput = z.input<typeof proofSchema>;

/** The body of a request whose address and cookies say everything. */
export const emptyRequestSchema = z.strictObject({});

/** POST /api/sign-in/second-factor: opens the session of a sign-in whose password was right. */
export const secondFactorRequestSchema = z.strictObject({ proof: proofSchema });

/** POST /api/session/confirm: with the second factor, or with the password if the member has none; with both if the account requires it. */
export const confirmIdentityRequestSchema = z.strictObject({
  password: z.string().min(1, "Enter your password").max(1_000).optional(),
  proof: proofSchema.optional(),
});
export type ConfirmIdentityRequest = z.output<typeof confirmIdentityRequestSchema>;
export type ConfirmIdentityInput = z.input<typeof confirmIdentityRequestSchema>;

/** GET /api/settings/second-factor: the member's own, without any secret. */
export const secondFactorViewSchema = z.object({
  totp: z.object({ addedAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
  passkeys: z.array(passkeyViewSchema),
  recoveryCodesLeft: z.int(),
  /** Whether the account requires one of this member's role. */
  required: z.boolean(),
});
export type SecondFactorView = z.infer<typeof secondFactorViewSchema>;

/** POST /api/settings/second-factor/totp: a secret for an app, shown until a code confirms it. */
export const totpEnrolmentSchema = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** The `otpauth:` address in the QR code. */
  address: z.string(),
});
export type TotpEnrolment = z.infer<typeof totpEnrolmentSchema>;

/** PUT /api/settings/second-factor/totp. */
export const confirmTotpRequestSchema = z.strictObject({ code: totpCodeSchema });

/** The answer to adding the first factor or asking for new codes: the only one that contains the codes. */
export const shownRecoveryCodesSchema = z.object({
  /** Null: the member keeps the existing ones. */
  recoveryCodes: z.array(z.string()).nullable(),
});
export type ShownRecoveryCodes = z.infer<typeof shownRecoveryCodesSchema>;

const roleIdsSchema = z.array(roleIdSchema).max(100);

/** GET /api/settings/security: what the account requires of its members' sign-ins. */
export const securitySettingsSchema = z.strictObject({
  secondFactorRoles: roleIdsSchema,
  confirmWithPassword: z.boolean(),
  /** Whether members have to confirm that it's them before a session opens production. */
  confirmProduction: z.boolean(),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;
/**
 * PUT /api/settings/security. What is left out stays. The roles are given as a whole, or as those to add and to remove, which leaves
 * what another administrator has added meanwhile.
 */
export const changeSecuritySettingsSchema = securitySettingsSchema.partial().extend({
  addSecondFactorRoles: roleIdsSchema.optional(),
  removeSecondFactorRoles: roleIdsSchema.optional(),
});
export type ChangeSecuritySettings = z.infer<typeof changeSecuritySettingsSchema>;
