/**
 * What a member wants to be told of changes of the catalog: nothing; at once, what affects something of theirs; or the same in the
 * dashboard, and all changes in one mail a day. Separate from the contract, so that a page need not load its schemas.
 */
export const CATALOG_NOTICES = ["off", "mine", "digest"] as const;
export type CatalogNotices = (typeof CATALOG_NOTICES)[number];

/** The hour of the day, in the member's time zone (UTC if they have chosen none), from which on the digest of the days before is mailed. */
export const DIGEST_HOUR = 7;
