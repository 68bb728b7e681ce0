import { Client } from "pg";

/**
 * Makes it look as if this member had signed in long ago, so that they have to confirm that it's them. Other members' sessions
 * are used by other journeys.
 */
export async function forgetSignIns(databaseUrl: string, email: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const ofMember = "(select id from members where email = $1)";
  await client.query(`update sessions set reauthenticated_at = null where member_id = ${ofMember}`, [email]);
  await client.end();
}
