import "server-only";
import { Client, escapeIdentifier, escapeLiteral } from "pg";

/** Advisory lock, so that two launchers do not change the same role at once. The number is arbitrary. */
const GRANT_LOCK = 2_026_112_203;

/** Tables whose rows the application adds and reads, but never changes or removes. */
const APPEND_ONLY = ["audit_records"];
/** Tables that are only written by functions of the owner. */
const READ_ONLY = ["audit_archive", "audit_seals", "audit_unsealed"];

/**
 * Grants the application's role what it needs and no more: it can neither change the schema nor rewrite the audit log. The job
 * queue's schema belongs to the role itself, because pg-boss creates tables in it. Idempotent; also upgrades a database in which
 * the owner did everything.
 * @param ownerUrl of the role that owns the schema; the schema must be migrated.
 * @param application the role; if a password is given, a missing role is created.
 */
export async function grantToApplication(
  ownerUrl: string,
  application: { role: string; password?: string },
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [GRANT_LOCK]);
    if (application.password !== undefined) await ensureRole(client, application.role, application.password);
    for (const statement of grants(application.role)) await client.query(statement);
    await takeOverQueue(client, application.role);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const name = escapeIdentifier(role);
  const found = await client.query("select 1 from pg_roles where rolname = $1", [role]);
  if (found.rowCount === 0) await client.query(`create role ${name}`);
  await client.query(
    `alter role ${name} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
     password ${escapeLiteral(password)}`,
  );
}

function list(tables: string[]): string {
  return tables.map((table) => `public.${escapeIdentifier(table)}`).join(", ");
}

function grants(role: string): string[] {
  const name = escapeIdentifier(role);
  return [
    "revoke create on schema public from public",
    `revoke create on schema public from ${name}`,
    `grant usage on schema public, drizzle to ${name}`,
    // To find out whether the schema is that of this version.
    `grant select on all tables in schema drizzle to ${name}`,
    `grant select, insert, update, delete on all tables in schema public to ${name}`,
    `revoke update, delete, truncate on ${list([...APPEND_ONLY, ...READ_ONLY])} from ${name}`,
    `revoke insert on ${list(READ_ONLY)} from ${name}`,
    `grant usage, select on all sequences in schema public to ${name}`,
    `grant execute on function public.archive_audit(timestamptz, int) to ${name}`,
    `grant execute on function public.seal_audit(int) to ${name}`,
  ];
}

/** Transfers the queue's schema to the role, with everything that an earlier version created in it as the owner. */
async function takeOverQueue(client: Client, role: string): Promise<void> {
  const name = escapeIdentifier(role);
  await client.query(`create schema if not exists pgboss authorization ${name}`);
  await client.query(`alter schema pgboss owner to ${name}`);
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s owner to %I', c.oid::regclass, $1::text) as statement
       from pg_class c
      where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and pg_get_userbyid(c.relowner) <> $1
     union all
     select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text)
       from pg_proc p
      where p.pronamespace = 'pgboss'::regnamespace and pg_get_userbyid(p.proowner) <> $1
     union all
     select format('alter type %s owner to %I', t.oid::regtype, $1::text)
       from pg_type t
      where t.typnamespace = 'pgboss'::regnamespace and t.typtype in ('e', 'd') and pg_get_userbyid(t.typowner) <> $1`,
    [role],
  );
  for (const { statement } of rows) await client.query(statement);
}
