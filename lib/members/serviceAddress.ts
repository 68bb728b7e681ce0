import { SERVICE_DOMAIN } from "#lib/contracts/team/member.ts";

/** The unique address of the member that a service token acts as. */
export function serviceAddress(uuid: string): string {
  return uuid + SERVICE_DOMAIN;
}

/** Whether a member is a service. It cannot sign in, so nothing about signing in applies to it. */
export function isServiceAddress(email: string): boolean {
  return email.endsWith(SERVICE_DOMAIN);
}
