import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { readViewer } from "#server/auth/sessions/session.ts";
import { startOf } from "#app/(desk)/pages.ts";

/** Where signing in leads without another target: to the page with which the member's day begins. */
export default async function StartPage() {
  const visit = await readViewer();
  redirect(visit === null ? paths.signIn() : startOf(visit.viewer));
}
