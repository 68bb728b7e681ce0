import { z } from "zod";
import { GRANTS } from "./permission.ts";
import { ROLES } from "./role.ts";
import { roleIdSchema } from "./roles.ts";

export const roleSchema = z.enum(ROLES);
/** The domain of the members that service tokens act as. Reserved: no mail arrives there, and no identity provider can vouch for it (RFC 6761). */
export const SERVICE_DOMAIN = "@service.invalid";
/** The address of a person. One of a service would pass for a service in the team and in the audit log. */
export const emailAddressSchema = z
  .string()
  .trim()
  // Before the case is changed: the Kelvin sign becomes the letter k, so another address would become this one.
  .regex(/^[\x20-\x7e]*$/, "Use letters without accents, digits and signs.")
  .toLowerCase()
  .pipe(z.email("Enter an e-mail address, such as name@example.com").max(254))
  .refine((email) => !email.endsWith(SERVICE_DOMAIN), "This address is kept for service tokens.");

export const memberViewSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleIdSchema,
  roleName: z.string(),
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** When they were last active; for a service, the last use of its token. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Which second factors they have. */
  factors: z.object({ totp: z.boolean(), passkeys: z.int() }),
});
export type MemberView = z.infer<typeof memberViewSchema>;

/** The signed-in member, as pages and the browser see them. */
export const viewerSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleIdSchema,
  roleName: z.string(),
  /** The grants of a member with a custom role in the environment of the page. */
  grants: z.array(z.enum(GRANTS)).readonly().optional(),
});
export type Viewer = z.infer<typeof viewerSchema>;
