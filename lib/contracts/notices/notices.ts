import { z } from "zod";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import { environmentSchema } from "#lib/contracts/environment.ts";
import { instantTextSchema, isStorable } from "#lib/contracts/text/instantText.ts";
import { CATALOG_NOTICES } from "./catalogNotices.ts";
import { NOTICE_KINDS } from "./noticeKinds.ts";

const noticeKindSchema = z.enum(NOTICE_KINDS);

const orderContentSchema = z.object({
  ordered: z.number().nullable(),
  quantity: z.number().nullable(),
  productCount: z.number(),
  firstProductName: z.string().nullable(),
});

/** Products that have changed in the catalog: their names, and what has changed, but no values. */
const catalogSubjectSchema = z.object({
  /** The sync run that found it; absent in a digest. */
  syncRunId: z.int().optional(),
  /** The days of a digest, in the time zone of its member. */
  days: z.object({ from: z.string(), to: z.string() }).optional(),
  /** How many have changed: of the member's, in a digest of all. */
  products: z.int(),
  /** In a digest: how many have changed in which way. */
  kinds: z.partialRecord(z.enum(CHANGE_KINDS), z.int()).optional(),
  /** In a digest: how many of them are the member's. */
  own: z.int().optional(),
  /** The first of the member's. */
  named: z.array(
    z.object({
      name: z.string(),
      kinds: z.array(z.enum(CHANGE_KINDS)),
      affects: z.array(z.enum(AFFECTED_THINGS)),
    }),
  ),
});
export type CatalogSubject = z.infer<typeof catalogSubjectSchema>;

/** What happened to what, as far as a notice tells it: never a code, a key or an amount. */
export const noticeSubjectSchema = z.object({
  /** Reference of the order. */
  reference: z.string().optional(),
  /** What was ordered; written as text for each reader. */
  order: orderContentSchema.optional(),
  /** The same as text, in notices made by earlier versions. */
  content: z.string().optional(),
  /** The other member whom it concerns, such as the one who asks for approval. */
  member: z.string().optional(),
  currency: z.string().optional(),
  /** What was decided, or what happened to a sign-in. */
  event: z.string().optional(),
  catalog: catalogSubjectSchema.optional(),
});
export type NoticeSubject = z.infer<typeof noticeSubjectSchema>;

/** One notice of a member: one event, or several of a kind that came together. */
export const noticeSchema = z.object({
  id: z.uuid(),
  kind: noticeKindSchema,
  /** Null: it concerns the member, in both environments. */
  environment: environmentSchema.nullable(),
  count: z.int().positive(),
  /** The first of them. */
  subjects: z.array(noticeSubjectSchema),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

const CURSOR = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The position of a notice in the list; null for an invalid cursor. */
export function readNoticesCursor(cursor: string): { at: number; id: string } | null {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  return at === undefined || id === undefined || !isStorable(Number(at)) ? null : { at: Number(at), id };
}

/** GET /api/notices: the latest first. */
export const noticesQuerySchema = z.strictObject({
  /** Cursor from the previous page. */
  cursor: z
    .string()
    .refine(
      (cursor) => readNoticesCursor(cursor) !== null,
      "Leave this out, or use `cursor` of the page before.",
    )
    .optional(),
});
export type NoticesQuery = z.infer<typeof noticesQuerySchema>;
export const noticesSchema = z.object({
  items: z.array(noticeSchema),
  unread: z.int(),
  /** The cursor of the next page; null at the end. */
  cursor: z.string().nullable(),
});
export type Notices = z.infer<typeof noticesSchema>;

/** GET /api/notices/unread. */
export type UnreadNotices = { unread: number };

/** POST /api/notices/read: marks these notices as read, or all up to an instant. */
export const readNoticesSchema = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  z.strictObject({ until: instantTextSchema }),
]);
export type ReadNotices = z.infer<typeof readNoticesSchema>;

/** On which channels a member wants a kind. */
export const channelsSchema = z.strictObject({ dashboard: z.boolean(), mail: z.boolean() });
export type Channels = z.infer<typeof channelsSchema>;

/** PUT /api/settings/notices: kinds that are not named stay unchanged. */
export const changeNoticeSettingsSchema = z.strictObject({
  /** Orders of the whole team, or only those that the member has confirmed. */
  teamOrders: z.boolean().optional(),
  catalogChanges: z.enum(CATALOG_NOTICES).optional(),
  kinds: z.partialRecord(noticeKindSchema, channelsSchema).optional(),
});
export type ChangeNoticeSettings = z.infer<typeof changeNoticeSettingsSchema>;

/** GET /api/settings/notices: the kinds that the member's role may be told of. */
export const noticeSettingsSchema = z.object({
  teamOrders: z.boolean(),
  catalogChanges: z.enum(CATALOG_NOTICES),
  kinds: z.array(channelsSchema.extend({ kind: noticeKindSchema })),
  /** Where mail is sent; null if this dashboard sends none. */
  mailTo: z.string().nullable(),
});
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;
