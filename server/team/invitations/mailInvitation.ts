import "server-only";
import { givenName } from "#lib/text/givenText.ts";
import type { InvitationView } from "#lib/contracts/team/invitations.ts";
import type { Program } from "#server/context/context.ts";

/**
 * Mails the link to the invited person. False if this dashboard sends no mail or does not know its own address, or if the mail
 * server does not accept it: the inviter then passes the link on.
 */
export async function mailInvitation(
  { mailer, ownAddress, log }: Pick<Program, "mailer" | "ownAddress" | "log">,
  { id, email, invitedBy, roleName, expiresAt }: InvitationView,
  link: string,
): Promise<boolean> {
  if (mailer === undefined || ownAddress === undefined) return false;
  const inviter = givenName(invitedBy);
  const paragraphs = [
    `${inviter} invited you to Codedesk. Your role is ${givenName(roleName)}.`,
    "Open this link to choose your name and password. It can be used once.",
    new URL(link, ownAddress).href,
    `The link works until ${expiresAt.slice(0, 16).replace("T", " ")} UTC. If you didn't expect this mail, ignore it.`,
  ];
  try {
    await mailer.send({
      to: email,
      id,
      subject: `${inviter} invited you to Codedesk`,
      text: `${paragraphs.join("\n\n")}\n`,
    });
    return true;
  } catch (error) {
    log.warn({ error }, "An invitation could not be mailed");
    return false;
  }
}
