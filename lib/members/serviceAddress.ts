/** Reserved: no mail gets there, and no identity provider can vouch for it (RFC 6761). */
const DOMAIN = "@service.invalid";

/** The address of a service token's own member, of which each has another. */
export function serviceAddress(uuid: string): string {
  return uuid + DOMAIN;
}

/** Whether a member is a service: it cannot sign in, so what is there for signing in does not apply to it. */
export function isServiceAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}
