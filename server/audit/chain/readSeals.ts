import "server-only";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/connect.ts";
import type { SealedRecord, SealPlace } from "./sealHash.ts";

/** A seal as it is stored; hashes in hex. */
export type StoredSeal = SealPlace & { recordId: string; hash: string };

const COLUMNS = sql.raw(
  `sequence::text, record_id::text as "recordId", encode(previous, 'hex') as previous, encode(hash, 'hex') as hash, epoch_ms(sealed_at) as "sealedAt"`,
);

/** The last seal; null if there is none yet. */
export async function readHead(db: Database | Transaction): Promise<StoredSeal | null> {
  const { rows } = await db.execute<StoredSeal>(
    sql`select ${COLUMNS} from audit_seals order by audit_seals.sequence desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The seals at these positions of the chain. */
export async function readSealsAt(
  db: Database | Transaction,
  sequences: readonly string[],
): Promise<StoredSeal[]> {
  const { rows } = await db.execute<StoredSeal>(
    sql`select ${COLUMNS} from audit_seals where audit_seals.sequence = any(${sql.param(sequences)}::bigint[])`,
  );
  return rows;
}

/** The next seals after a position in the chain. */
export async function readSealsAfter(tx: Transaction, sequence: string, take: number): Promise<StoredSeal[]> {
  const { rows } = await tx.execute<StoredSeal>(
    sql`select ${COLUMNS} from audit_seals where audit_seals.sequence > ${sequence}::bigint order by audit_seals.sequence limit ${take}`,
  );
  return rows;
}

/** The records of seals, archived or not, by their ids. */
export async function readSealedRecords(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, SealedRecord>> {
  const wanted = sql`where id = any(${sql.param(ids)}::bigint[])`;
  const columns = sql.raw(
    `id::text, epoch_ms(at) as at, environment, actor_id::text as "actorId", action, order_row::text as "orderRow", member_id::text as "memberId", from_state as "fromState", to_state as "toState", details::text, token`,
  );
  const { rows } = await tx.execute<SealedRecord>(
    sql`select ${columns} from audit_records ${wanted} union all select ${columns} from audit_archive ${wanted}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many records wait to be sealed, and how many are neither sealed nor waiting: those were added without the trigger. */
export async function readUnsealed(tx: Transaction): Promise<{ pending: number; unnoted: string[] }> {
  const { rows } = await tx.execute<{ pending: number }>(
    sql`select count(*)::int as pending from audit_unsealed`,
  );
  const unnoted = await tx.execute<{ id: string }>(sql`
    select id::text from (select id from audit_records union all select id from audit_archive) as kept
    where not exists (select from audit_seals where record_id = kept.id)
      and not exists (select from audit_unsealed where record_id = kept.id)
    order by kept.id limit 100`);
  return { pending: rows[0]?.pending ?? 0, unnoted: unnoted.rows.map(({ id }) => id) };
}
