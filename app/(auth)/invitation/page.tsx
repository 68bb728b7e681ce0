import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AcceptInvitation } from "#components/auth/AcceptInvitation.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { paths } from "#lib/paths.ts";
import { getAuthSettings } from "#server/auth/settings.ts";

export const metadata: Metadata = { title: "Join the team" };

export default function InvitationPage() {
  if (!getAuthSettings().passwordSignIn) redirect(paths.signIn());
  return (
    <MessagePage title="Join the team">
      <AcceptInvitation />
    </MessagePage>
  );
}
