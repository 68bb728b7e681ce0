import "server-only";
import { and, eq, gte, isNull, lt, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { CHANGE_KINDS } from "#lib/contracts/catalog/changeKinds.ts";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { CatalogSubject } from "#lib/contracts/notices/notices.ts";
import { mayBeTold, type Reader } from "#lib/notices/audience.ts";
import { ownChanges } from "#lib/notices/ownChanges.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { CustomRoleRow } from "#server/context/customRole.ts";
import { holderIn } from "#server/context/holderIn.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { members } from "#server/db/schema/members.ts";
import { noticeChoices, notices } from "#server/db/schema/notices.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { claimDigest, type DigestPeriod } from "./digestTimes.ts";
import { readAffecting } from "./readAffecting.ts";

/** How many of the member's products a digest names. */
const NAMED = 20;

const KIND = "catalog.digest" as const;

/**
 * Makes the digests that are due: for each member who wants them, of each environment in which something has changed. The days are
 * claimed in the transaction that writes the notices, so each is told once, however many instances ask and whenever they stop. Returns how many.
 */
export async function makeDigests({
  db,
  clock,
  mailer,
}: Pick<Program, "db" | "clock" | "mailer">): Promise<number> {
  if (mailer === undefined) return 0;
  let made = 0;
  for (const member of await readWhoWantsDigests(db)) {
    made += await db.transaction((tx) => makeDigestsOf(tx, member, clock.now()));
  }
  return made;
}

type Member = { id: string; role: string; timeZone: string | null; customRole: CustomRoleRow | null };

function readWhoWantsDigests(db: Database): Promise<Member[]> {
  return db
    .select({ id: members.id, role: members.role, timeZone: members.timeZone, customRole: customRoles })
    .from(members)
    .innerJoin(noticeChoices, eq(noticeChoices.memberId, members.id))
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(and(eq(noticeChoices.catalogChanges, "digest"), isNull(members.disabledAt)));
}

async function makeDigestsOf(
  tx: Transaction,
  { id, role, customRole, timeZone }: Member,
  now: Instant,
): Promise<number> {
  const period = await claimDigest(tx, { id, timeZone }, now);
  if (period === null) return 0;
  const made: (typeof notices.$inferInsert)[] = [];
  for (const environment of environmentSchema.options) {
    const reader = { ...holderIn(role, customRole, environment), id };
    const catalog = mayBeTold(reader, KIND) ? await readDigest(tx, reader, environment, period) : null;
    if (catalog !== null)
      made.push({ ...TOLD_BY_MAIL, ...timesOf(now), memberId: id, environment, subjects: [{ catalog }] });
  }
  if (made.length > 0) await tx.insert(notices).values(made);
  return made.length;
}

const TOLD_BY_MAIL = { kind: KIND, count: 1, inDashboard: false, byMail: true };

/** It gathers nothing, and is due at once. */
function timesOf(now: Instant) {
  return { firstAt: now, lastAt: now, dueAt: now };
}

const countsSchema = z.array(z.object({ products: z.int(), kind: z.enum(CHANGE_KINDS).nullable() }));

/** What a digest says; null if nothing has changed. */
async function readDigest(
  tx: Transaction,
  reader: Reader,
  environment: Environment,
  { from, until, days }: DigestPeriod,
): Promise<CatalogSubject | null> {
  const which = and(
    eq(catalogChanges.environment, environment),
    gte(catalogChanges.foundAt, from),
    lt(catalogChanges.foundAt, until),
  );
  const counts = await countProducts(tx, which);
  const products = counts.find(({ kind }) => kind === null)?.products ?? 0;
  if (products === 0) return null;
  const kinds = Object.fromEntries(
    counts.flatMap(({ kind, products: of }) => (kind === null ? [] : [[kind, of]])),
  );
  const own = ownChanges(reader, await readAffecting(tx, environment, which), NAMED);
  return { days, products, kinds, own: own.products, named: own.named };
}

/** How many products have changed in each way, and without a kind in all. */
async function countProducts(tx: Transaction, which: SQL | undefined) {
  const { rows } =
    await tx.execute(sql`select kind, count(distinct ${catalogChanges.productId})::int as products
    from ${catalogChanges}, unnest(${catalogChanges.kinds}) as kind where ${which} group by grouping sets ((kind), ())`);
  return countsSchema.parse(rows);
}
