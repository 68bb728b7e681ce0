/** The message for an `error` in the address of the sign-in page, which next-auth sets when single sign-on fails. */
export function signInNotice(error: string | undefined): string | null {
  if (error === undefined || error === "SessionRequired") return null;
  if (error === "AccessDenied") {
    return "This account isn't a member of Codedesk. Ask an administrator to add you.";
  }
  if (error === "NoRole") {
    return "None of your groups at the identity provider gives you a role in Codedesk. Ask an administrator to add you to one that does.";
  }
  if (error === "NoGroupsTold") {
    return "The identity provider didn't say which groups you are in, so you weren't signed in. Nothing about your account has changed. Ask an administrator to have the provider send your groups; for people in very many groups, only those of this application.";
  }
  if (error === "SignInExpired") {
    return "This sign-in took too long, or another one was begun after it. Sign in again to get to the page that you wanted.";
  }
  return "Couldn't sign in. Try again.";
}
