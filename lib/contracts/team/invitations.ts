import { z } from "zod";
import { emailAddressSchema } from "./member.ts";
import { roleIdSchema } from "./roles.ts";
import { memberNameSchema } from "./team.ts";

/** POST /api/invitations. */
export const inviteRequestSchema = z.strictObject({ email: emailAddressSchema, role: roleIdSchema });
export type InviteRequest = z.infer<typeof inviteRequestSchema>;

export const invitationIdSchema = z.object({ invitationId: z.uuid() });

/** An invitation that nobody has accepted yet, without its link. */
export const invitationViewSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  roleName: z.string(),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type InvitationView = z.infer<typeof invitationViewSchema>;

export const invitationsViewSchema = z.object({ invitations: z.array(invitationViewSchema) });
export type InvitationsView = z.infer<typeof invitationsViewSchema>;

/** The answer to an invitation: the only one that contains the link, if it could not be mailed. */
export const sentInvitationSchema = z.object({
  invitation: invitationViewSchema,
  /** The path of the link, with its token after the `#`; null if it was mailed, because the inviter then need not see it. */
  link: z.string().nullable(),
});
export type SentInvitation = z.infer<typeof sentInvitationSchema>;

const tokenSchema = z.string().regex(/^[\w-]{43}$/, "This is not the link of an invitation.");

/** POST /api/sign-in/invitation: what a link is for, without using it. */
export const readInvitationRequestSchema = z.strictObject({ token: tokenSchema });

export const openInvitationSchema = z.object({
  email: z.string(),
  roleName: z.string(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

/** POST /api/sign-in/invitation/accept: joins the team and signs in. */
export const acceptInvitationRequestSchema = z.strictObject({
  token: tokenSchema,
  name: memberNameSchema,
  password: z.string().max(1_000),
});
export type AcceptInvitationRequest = z.infer<typeof acceptInvitationRequestSchema>;
