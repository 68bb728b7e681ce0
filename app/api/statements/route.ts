import { statementQuerySchema, statementSchema } from "#lib/contracts/money/statement.ts";
import { route } from "#server/route/route.ts";
import { readStatement } from "#server/statements/readStatement.ts";

export const GET = route({
  permission: "wallet.read",
  machine: { summary: "Reads the statement of a month", answer: statementSchema },
  query: statementQuerySchema,
  handle: ({ request, query }) => readStatement(request, query),
});
