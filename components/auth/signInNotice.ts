/** What an `error` in the address of the sign-in page means; next-auth puts it there when single sign-on fails. */
export function signInNotice(error: string | undefined): string | null {
  if (error === undefined || error === "SessionRequired") return null;
  if (error === "AccessDenied") {
    return "Nobody with this account is a member of this desk. Ask an administrator to add you.";
  }
  return "Signing in did not work. Try again.";
}
