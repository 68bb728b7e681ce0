/** The message for an `error` in the address of the sign-in page, which next-auth sets when single sign-on fails. */
export function signInNotice(error: string | undefined): string | null {
  if (error === undefined || error === "SessionRequired") return null;
  if (error === "AccessDenied") {
    return "This account isn't a member of Codedesk. Ask an administrator to add you.";
  }
  return "Couldn't sign in. Try again.";
}
