import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { ChangeKind, RecordedFields } from "#lib/contracts/catalog/changeKinds.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { instant, terms } from "./columns.ts";

/** The partner's active catalog as last seen, for searching; a product is read again when it is opened and when it is ordered. */
export const catalogProducts = pgTable(
  "catalog_products",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    product: jsonb().$type<Product>().notNull(),
    raw: jsonb().$type<unknown>().notNull(),
    /** The sync run that saw it last. */
    syncRunId: bigint({ mode: "number" }).notNull(),
    changedAt: instant().notNull(),
    /** When a complete sync run, or the service itself, no longer had the product; null while it is offered. */
    retiredAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.productId] }),
    index("catalog_products_sync_run").on(table.environment, table.syncRunId),
  ],
);

/**
 * What a complete run did about changes: it recorded them; it was the first, whose products are no change; or it saw too few products
 * to conclude anything, and leaves the changes to the next run.
 */
export type ChangesRecorded = "recorded" | "first" | "too-few-seen";

/** One run that reads the service's whole list of products, page by page. */
export const catalogSyncRuns = pgTable(
  "catalog_sync_runs",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
    failedAt: instant(),
    failure: text(),
    complete: boolean().notNull().default(false),
    nextSkip: integer().notNull().default(0),
    seen: integer().notNull().default(0),
    total: integer(),
    unreadable: jsonb().$type<{ reason: string; raw: unknown }[]>().notNull().default([]),
    /** How many changes the run recorded; null if it recorded none by rule (`ChangesRecorded`), or has not completed. */
    changeCount: integer(),
    changesRecorded: text().$type<ChangesRecorded>(),
  },
  (table) => [index("catalog_sync_runs_environment").on(table.environment, table.id)],
);

/** Increases with every change of the products above; a process compares it to find out whether its search index is out of date. */
export const catalogVersions = pgTable("catalog_versions", {
  environment: text().$type<Environment>().primaryKey(),
  version: bigint({ mode: "number" }).notNull(),
});

/**
 * The products as the recorded changes add up to: what a complete run compares the catalog with. A product that is gone stays, so that it
 * can come back.
 */
export const recordedProducts = pgTable(
  "recorded_products",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    fields: jsonb().$type<RecordedFields>().notNull(),
    offered: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.productId] })],
);

/** What a complete run found changed about one product, whatever number of kinds. Written with the run's result, never changed. */
export const catalogChanges = pgTable(
  "catalog_changes",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    syncRunId: bigint({ mode: "number" }).notNull(),
    foundAt: instant().notNull(),
    kinds: text().array().$type<ChangeKind[]>().notNull(),
    /** The earlier values of the fields that changed; empty for a product that is new. */
    before: jsonb().$type<Partial<RecordedFields>>().notNull(),
    /** All fields as found; of a product that is gone, as they were last. */
    after: jsonb().$type<RecordedFields>().notNull(),
    languages: text().array().notNull(),
    brands: text().array().notNull(),
    categories: text().array().notNull(),
    tags: text().array().notNull(),
    /** The words of the name, now and before, and of the brands, in the form in which orders are searched too. */
    words: terms().generatedAlwaysAs(sql`public.change_words("after", "before", "brands")`),
  },
  (table) => [
    index("catalog_changes_words").using("gin", table.words),
    index("catalog_changes_found").on(table.environment, table.foundAt, table.id),
    index("catalog_changes_product").on(table.environment, table.productId, table.foundAt, table.id),
  ],
);
