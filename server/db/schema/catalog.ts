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

/** The partner's active catalog as last seen, for search; a product is read afresh when opened and when ordered. */
export const catalogProducts = pgTable(
  "catalog_products",
  {
    environment: text().$type<Environment>().notNull(),
    productId: bigint({ mode: "number" }).notNull(),
    product: jsonb().$type<Product>().notNull(),
    raw: jsonb().$type<unknown>().notNull(),
    /** The pass that saw it last. */
    passId: bigint({ mode: "number" }).notNull(),
    changedAt: instant().notNull(),
    /** Set only by a complete pass that did not see the product. */
    retiredAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.productId] }),
    index("catalog_products_pass").on(table.environment, table.passId),
  ],
);

/** One walk through the service's list of products. */
export const catalogPasses = pgTable(
  "catalog_passes",
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
    setAside: jsonb().$type<{ reason: string; raw: unknown }[]>().notNull().default([]),
  },
  (table) => [index("catalog_passes_environment").on(table.environment, table.id)],
);

/** Grows with every change of the products above, so that each process sees cheaply that its search index is old. */
export const catalogMarks = pgTable("catalog_marks", {
  environment: text().$type<Environment>().primaryKey(),
  version: bigint({ mode: "number" }).notNull(),
});
