import { Client } from "pg";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** Moves the next date of a daily schedule to this minute, in UTC: the clock of a running dashboard cannot be moved. */
export async function asIfDueNow({ databaseUrl }: TestStack, name: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(
      `with due as (select date_trunc('minute', now()) as at, date_trunc('minute', now()) at time zone 'UTC' as shown)
       update schedules set next_at = due.at, next_day = to_char(due.shown, 'YYYY-MM-DD'), last_day = null,
         recurrence = recurrence || jsonb_build_object('zone', 'UTC', 'start', to_char(due.shown, 'YYYY-MM-DD'),
           'time', to_char(due.shown, 'HH24:MI'))
       from due where name = $1`,
      [name],
    );
  } finally {
    await database.end();
  }
}
