/** The message for an `error` in the address of the sign-in page, which next-auth sets when single sign-on fails. */
export function signInNotice(error: string | undefined): string | null {
  if (error === undefined || error === "SessionRequired") return null;
  if (error === "AccessDenied") {
    return "This account isn't a member of Codedesk. Ask an administrator to add you.";
  }
  if (error === "NoRole") {
    return "None of your groups at the identity provider gives you a role in Codedesk. Ask an administrator to add you to one that does.";
  }
  return "Couldn't sign in. Try again.";
}
