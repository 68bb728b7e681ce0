import { Client } from "pg";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { Settings } from "#server/config/env.ts";
import { hostOf, resolveTarget, targetProblem } from "#server/notices/webhooks/target.ts";
import { trouble, well, type Finding } from "./finding.ts";

/** Whether each webhook leads to an allowed address. Sends nothing; leaves out the path of an address, which can be secret. */
export async function examineWebhooks(databaseUrl: string | null, settings: Settings): Promise<Finding[]> {
  if (databaseUrl === null)
    return [well("Webhooks: not looked at, because doctor never opens the embedded database")];
  const urls = await readUrls(databaseUrl);
  const rules = { allowPrivate: settings.allowPrivateWebhooks };
  const findings = await Promise.all(
    urls.map(async (url): Promise<Finding> => {
      const target = new URL(url);
      try {
        const problem = targetProblem(url, rules);
        if (problem !== null) throw new Error(problem);
        await resolveTarget(hostOf(target), rules);
        return well(`Webhook: ${target.host} leads where webhooks may go`);
      } catch (error) {
        return trouble(
          `Webhook: nothing can be sent to ${target.host} (${errorMessage(error)}): see Settings, Webhooks.`,
        );
      }
    }),
  );
  const isOpen = settings.allowPrivateWebhooks && settings.services.production !== undefined;
  return isOpen
    ? [...findings, well("Webhooks: may go to private addresses, because ALLOW_PRIVATE_WEBHOOKS is on")]
    : findings;
}

/** Empty if the database does not answer or has no webhooks: another finding reports that. */
async function readUrls(databaseUrl: string): Promise<string[]> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ url: string }>(
      "select distinct url from webhooks where paused_at is null order by url",
    );
    return rows.map(({ url }) => url);
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
