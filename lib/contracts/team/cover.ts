import { z } from "zod";

/** The most days of one cover. */
export const MAX_COVER_DAYS = 366;

const DAY_MS = 86_400_000;

/** POST /api/cover: names a deputy, for oneself (`memberId` null) or, with the right to manage the team, for another member. */
export const nameDeputySchema = z
  .strictObject({
    memberId: z.uuid().nullable().default(null),
    deputyId: z.uuid(),
    /** The first and the last day, in UTC. */
    from: z.iso.date(),
    to: z.iso.date(),
  })
  .refine(({ from, to }) => from <= to, { message: "The last day is before the first.", path: ["to"] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_COVER_DAYS * DAY_MS, {
    message: `Name a deputy for at most ${MAX_COVER_DAYS} days.`,
    path: ["to"],
  });
export type NameDeputy = z.input<typeof nameDeputySchema>;
export const coverAddressSchema = z.strictObject({ coverId: z.uuid() });

const namedSchema = z.object({ id: z.uuid(), name: z.string() });

export const coverSchema = z.object({
  id: z.uuid(),
  /** Who is away. */
  member: namedSchema,
  deputy: namedSchema,
  from: z.iso.date(),
  to: z.iso.date(),
  /** Whether it has begun. */
  isNow: z.boolean(),
});
export type Cover = z.infer<typeof coverSchema>;

/**
 * GET /api/cover: the covers of the member and by the member that are not over, the earliest first; with the right to manage the team, all.
 * `people`: who can be named, because they decide on what others ask for.
 */
export const coverViewSchema = z.object({ covers: z.array(coverSchema), people: z.array(namedSchema) });
export type CoverView = z.infer<typeof coverViewSchema>;
