/** A reserved domain: no mail arrives there, and no identity provider can vouch for it (RFC 6761). */
const DOMAIN = "@service.invalid";

/** The unique address of the member that a service token acts as. */
export function serviceAddress(uuid: string): string {
  return uuid + DOMAIN;
}

/** Whether a member is a service. It cannot sign in, so nothing about signing in applies to it. */
export function isServiceAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}
