import { environmentSchema } from "#lib/contracts/environment.ts";
import { examineConfiguration, type Variables } from "./configuration.ts";
import { examineDatabase } from "./database.ts";
import type { Finding } from "./finding.ts";
import { examineAuditLog } from "./auditLog.ts";
import { examineMail } from "./mail.ts";
import { examineMonitoring } from "./monitoring.ts";
import { examineOrders } from "./orders.ts";
import { examineService } from "./service.ts";
import { examineSignIn } from "./signIn.ts";
import { examineWebhooks } from "./webhooks.ts";

/** Examines a whole deployment; problems come first. Changes nothing, and no line contains a secret. */
export async function examine(variables: Variables): Promise<Finding[]> {
  const { findings, configuration } = examineConfiguration(variables);
  if (configuration === null) return findings;
  const { launch, settings } = configuration;
  const parts = await Promise.all([
    examineDatabase(launch),
    ...environmentSchema.options.map((environment) => examineService(environment, settings)),
  ]);
  const all = [
    ...findings,
    ...parts.flat(),
    await examineMail(settings),
    ...(await examineWebhooks(launch.databaseUrl, settings)),
    ...examineOrders(settings),
    ...(await examineSignIn(settings)),
    examineAuditLog(launch.databaseUrl, settings),
    ...(await examineMonitoring(settings)),
  ];
  return [...all.filter(({ ok }) => !ok), ...all.filter(({ ok }) => ok)];
}
