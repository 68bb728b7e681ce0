import { errorMessage } from "#lib/text/errorMessage.ts";
import type { Settings } from "#server/config/env.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { trouble, well, type Finding } from "./finding.ts";

/** Whether the mail server accepts the connection and the credentials. Sends nothing. */
export async function examineMail({ mail }: Pick<Settings, "mail">): Promise<Finding> {
  if (mail === null) return well("Mail: none is sent; notices are in the dashboard");
  const { host, password } = new URL(mail.url);
  const mailer = createMailer(mail);
  try {
    await mailer.check();
    return well(`Mail: ${host} lets us in`);
  } catch (error) {
    const secrets = [password, decodeURIComponent(password)].filter((each) => each !== "");
    const why = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), errorMessage(error));
    return trouble(`Mail: ${host} does not let us in (${why}): check MAIL_URL and the network.`);
  } finally {
    mailer.close();
  }
}
