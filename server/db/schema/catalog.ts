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
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import { instant } from "./columns.ts";

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
  },
  (table) => [index("catalog_sync_runs_environment").on(table.environment, table.id)],
);

/** Increases with every change of the products above; a process compares it to find out whether its search index is out of date. */
export const catalogVersions = pgTable("catalog_versions", {
  environment: text().$type<Environment>().primaryKey(),
  version: bigint({ mode: "number" }).notNull(),
});
