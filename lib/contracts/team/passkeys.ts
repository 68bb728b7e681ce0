import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";

const base64urlSchema = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/);
const attachmentSchema = z.enum(["platform", "cross-platform"]).nullish();

/** A credential as the browser describes it. Extensions are not used, so their results are left out. */
const credentialShape = {
  id: base64urlSchema.max(1_400),
  rawId: base64urlSchema.max(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: attachmentSchema.transform((value) => value ?? undefined).optional(),
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** The answer of an authenticator to a challenge (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswerSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
    userHandle: base64urlSchema.optional(),
  }),
});

const passkeyNameSchema = nameText("Enter a name");

/** POST /api/settings/second-factor/passkeys: a new credential (WebAuthn, RegistrationResponseJSON), and its name. */
export const addPasskeyRequestSchema = z.strictObject({
  name: passkeyNameSchema,
  credential: z.object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: base64urlSchema,
      attestationObject: base64urlSchema,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  }),
});
export type AddPasskeyRequest = z.output<typeof addPasskeyRequestSchema>;
export type AddPasskeyInput = z.input<typeof addPasskeyRequestSchema>;

/** POST /api/sign-in/passkey: signs in by a passkey alone. */
export const passkeySignInRequestSchema = z.strictObject({ passkey: passkeyAnswerSchema });
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>;
/** The same as the browser gives it. */
export type PasskeyAnswerInput = z.input<typeof passkeyAnswerSchema>;

/** PATCH /api/settings/second-factor/passkeys/{passkeyId}. */
export const renamePasskeyRequestSchema = z.strictObject({ name: passkeyNameSchema });

export const passkeyIdSchema = z.object({ passkeyId: z.uuid() });

export const passkeyViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.infer<typeof passkeyViewSchema>;
