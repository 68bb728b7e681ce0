import { z } from "zod";
import { emailAddress, memberView, role } from "./member.ts";

export const memberName = z.string().trim().min(1, "Give a name").max(100);

/** POST /api/team. */
export const addMemberRequest = z.strictObject({ email: emailAddress, name: memberName, role });
export type AddMemberRequest = z.infer<typeof addMemberRequest>;

/** PATCH /api/team/{memberId}: one change at a time. */
export const changeMemberRequest = z.union([
  z.strictObject({ role }),
  z.strictObject({ disabled: z.boolean() }),
]);
export type ChangeMemberRequest = z.infer<typeof changeMemberRequest>;

export const teamView = z.object({ members: z.array(memberView) });
export type TeamView = z.infer<typeof teamView>;

/** The answer that shows a generated password, once. Null where passwords are switched off. */
export const memberWithPassword = z.object({ member: memberView, password: z.string().nullable() });
export type MemberWithPassword = z.infer<typeof memberWithPassword>;

export const memberId = z.object({ memberId: z.uuid() });
