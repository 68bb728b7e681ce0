import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { breakingStatements } from "./breakingStatements.ts";

const FOLDER = join("server", "db", "migrations");
const { entries } = z
  .object({ entries: z.array(z.object({ idx: z.int(), tag: z.string(), when: z.int() })) })
  .parse(JSON.parse(readFileSync(join(FOLDER, "meta", "_journal.json"), "utf8")));

/** From this migration on, the previous version must be able to run beside the new one, or the release notes say why not. */
const FIRST_HELD = 25;

describe("a migration", () => {
  it("is one that the version before can live with, or says why it is not", () => {
    const held = entries.filter(({ idx }) => idx >= FIRST_HELD);
    for (const { tag } of held) {
      expect([tag, breakingStatements(readFileSync(join(FOLDER, `${tag}.sql`), "utf8"))]).toEqual([tag, []]);
    }
  });

  it.each([
    `ALTER TABLE "orders" DROP COLUMN "note";`,
    `DROP TABLE "drafts";`,
    `ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";`,
    `ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer;`,
    `ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;`,
    `ALTER TABLE "orders" ADD COLUMN "more" text NOT NULL;`,
    `CREATE UNIQUE INDEX "one" ON "orders" USING btree ("note");`,
    `ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("note" <> '');`,
    `CREATE TABLE "fresh" ("id" uuid);--> statement-breakpoint\nALTER TABLE "orders" DROP COLUMN "note";`,
    `-- Beside the version before: no.\nDROP TABLE "drafts";`,
  ])("is refused with %s", (sql) => {
    expect(breakingStatements(sql)).toHaveLength(1);
  });

  it("may add what the version before does not see, and what a note explains", () => {
    const sql = `CREATE TABLE "fresh" ("id" uuid NOT NULL);--> statement-breakpoint
      CREATE UNIQUE INDEX "one" ON "fresh" USING btree ("id");--> statement-breakpoint
      ALTER TABLE "fresh" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "public"."orders"("id");--> statement-breakpoint
      ALTER TABLE "orders" ADD COLUMN "more" text;--> statement-breakpoint
      ALTER TABLE "orders" ADD COLUMN "count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
      ALTER TABLE "orders" ADD CONSTRAINT "m" FOREIGN KEY ("more") REFERENCES "public"."fresh"("id");--> statement-breakpoint
      CREATE INDEX "i" ON "orders" USING btree ("more");--> statement-breakpoint
      -- Beside the version before: it has not read this column since 0021, which was released before.
      ALTER TABLE "orders" DROP COLUMN "note";`;
    expect(breakingStatements(sql)).toEqual([]);
  });
});

describe("the journal of migrations", () => {
  it("has the times of its entries in their order: an installation skips what is older than its last one", () => {
    const times = entries.map(({ when }) => when);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBe(times.length);
  });

  it("names each file once, numbered in its order", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
    expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(entries.map(({ idx }) => idx));
  });
});
