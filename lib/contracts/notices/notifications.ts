import { z } from "zod";

/** GET and PUT /api/session/notifications: whether the member wants a desktop notification when codes are ready. */
export const notificationsSchema = z.strictObject({ whenReady: z.boolean() });
export type Notifications = z.infer<typeof notificationsSchema>;
