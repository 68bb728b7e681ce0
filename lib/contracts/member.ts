import { z } from "zod";
import { ROLES } from "./role.ts";

export const role = z.enum(ROLES);
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("Write an e-mail address, such as name@example.com").max(254));

export const memberView = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role,
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type MemberView = z.infer<typeof memberView>;

/** The signed-in member, as pages and the browser know it. */
export const viewer = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role,
});
export type Viewer = z.infer<typeof viewer>;
