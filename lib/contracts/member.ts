import { z } from "zod";
import { ROLES } from "./role.ts";

export const roleSchema = z.enum(ROLES);
export const emailAddressSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("Enter an e-mail address, such as name@example.com").max(254));

export const memberViewSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type MemberView = z.infer<typeof memberViewSchema>;

/** The signed-in member, as pages and the browser know it. */
export const viewerSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
});
export type Viewer = z.infer<typeof viewerSchema>;
