import "server-only";
import { givenText } from "#lib/text/givenText.ts";
import { createTransport } from "nodemailer";
import type { MailSettings } from "#server/config/env.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { SECOND } from "#lib/time/instant.ts";

export type Mail = {
  /** A single address. */
  to: string;
  subject: string;
  /** Plain text; lines may be long. */
  text: string;
  /** The same for the same mail, however often it is sent, so that mail programs show it once. */
  id: string;
};

/** Sends mail by SMTP. */
export type Mailer = {
  /** Throws what the mail server says; the caller decides whether to try again. */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, but sends nothing. Throws like `send`. */
  check(): Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 15 * SECOND;
/** Many mail servers refuse more connections from one sender. */
const CONNECTIONS = 2;

/**
 * Connections are pooled. Unless the mail server is on this machine, TLS is required: smtps:// begins with it, smtp:// insists on
 * STARTTLS.
 */
export function createMailer({ url, from }: MailSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const auth = username === "" ? {} : { auth: credentials(username, password) };
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...auth,
  });
  const domain = from.replace(/^.*@/, "").replace(/>.*$/, "").trim();
  return {
    send: async ({ to, subject, text, id }) => {
      await transport.sendMail({
        from,
        // An object, so that the text is not parsed as a list of addresses.
        to: { name: "", address: to },
        subject: givenText(subject),
        text,
        messageId: `<${id}@${domain}>`,
        // Keeps automatic replies from being sent (RFC 3834).
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    check: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function credentials(username: string, password: string): { user: string; pass: string } {
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
