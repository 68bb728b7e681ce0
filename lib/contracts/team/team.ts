import { z } from "zod";
import { emailAddressSchema, memberViewSchema } from "./member.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { roleIdSchema } from "./roles.ts";

/** The name of a member. Mails name them, and mail programs make links of addresses. */
export const memberNameSchema = nameText("Enter a name", 100).refine(
  (name) => !/:\/\/|www\./i.test(name),
  "A name can't contain a link.",
);

/** POST /api/team. */
export const addMemberRequestSchema = z.strictObject({
  email: emailAddressSchema,
  name: memberNameSchema,
  role: roleIdSchema,
});
export type AddMemberRequest = z.infer<typeof addMemberRequestSchema>;

/** PATCH /api/team/{memberId}: one change at a time. */
export const changeMemberRequestSchema = z.union([
  z.strictObject({ role: roleIdSchema }),
  z.strictObject({ disabled: z.boolean() }),
]);
export type ChangeMemberRequest = z.infer<typeof changeMemberRequestSchema>;

export const teamViewSchema = z.object({
  members: z.array(memberViewSchema),
  /** Whether this dashboard sends mail: invitations, above all. */
  sendsMail: z.boolean(),
});
export type TeamView = z.infer<typeof teamViewSchema>;

/** The only answer that contains a generated password. Null where passwords are switched off. */
export const memberWithPasswordSchema = z.object({
  member: memberViewSchema,
  password: z.string().nullable(),
});
export type MemberWithPassword = z.infer<typeof memberWithPasswordSchema>;

/** POST /api/team/{memberId}/drafts: transfers the member's drafts to another, in the environment of the page. */
export const transferDraftsRequestSchema = z.strictObject({ to: z.uuid() });

/** How many there are, or were transferred. */
export const draftsToTransferSchema = z.object({ drafts: z.int() });
export type DraftsToTransfer = z.infer<typeof draftsToTransferSchema>;

export const memberIdSchema = z.object({ memberId: z.uuid() });
