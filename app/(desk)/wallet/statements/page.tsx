import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { monthText } from "#lib/time/monthText.ts";
import { StatementScreen } from "#components/statements/StatementScreen.tsx";
import { statementQuerySchema } from "#lib/contracts/money/statement.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { statementQuery } from "#lib/queries/statements.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readStatement } from "#server/statements/readStatement.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Without a month in the address, the statement is of the current one. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const asked = statementQuerySchema.safeParse({ month: (await searchParams).month });
  return { title: asked.success ? `Statement for ${monthText(asked.data.month)}` : "Statement" };
}

export default async function StatementPage({ searchParams }: Props) {
  const { request, environment } = await requireViewer("wallet.read");
  const latest = dayOf(request.clock.now(), "UTC").slice(0, 7);
  const asked = statementQuerySchema.safeParse({ month: (await searchParams).month });
  const month = asked.success ? asked.data.month : latest;
  const client = makeQueryClient();
  await client.prefetchQuery({
    ...statementQuery(environment, month),
    queryFn: () => readStatement(request, { month }),
  });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <StatementScreen month={month} latest={latest} />
    </PrefetchedQueries>
  );
}
