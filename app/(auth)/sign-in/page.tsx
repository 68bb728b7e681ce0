import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { nextOrStart } from "#lib/nextPath.ts";
import { DemoMembers } from "#components/auth/DemoMembers.tsx";
import { SignInForm } from "#components/auth/SignInForm.tsx";
import { signInNotice } from "#components/auth/signInNotice.ts";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { readViewer } from "#server/auth/sessions/session.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { readDemo } from "#server/settings/readDemo.ts";

export const metadata: Metadata = { title: "Sign in" };

type Search = { next?: string | string[]; error?: string | string[] };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { next: given, error } = await searchParams;
  const next = nextOrStart(first(given));
  const hasSessionEnded = first(error) === "SessionRequired";
  // A signed-in member whose single sign-on failed has to see why.
  if ((error === undefined || hasSessionEnded) && (await readViewer())) redirect(next);
  const { oidc, passwordSignIn } = getAuthSettings();
  const demo = readDemo();
  return (
    <MessagePage title="Sign in">
      <p>
        {hasSessionEnded
          ? "Your session has ended. Sign in to continue where you were."
          : "Order gift cards, vouchers and top-ups, follow your orders and reveal their codes."}
      </p>
      {demo !== null && demo.members.length > 0 ? (
        <DemoMembers words={demo.signIn} members={demo.members} next={next} />
      ) : null}
      <div className="flex w-full flex-col gap-4 rounded-lg border border-line bg-raised p-5 text-ink shadow-raised">
        <SignInForm
          next={next}
          notice={signInNotice(first(error))}
          singleSignOn={oidc !== null}
          passwords={passwordSignIn}
        />
      </div>
    </MessagePage>
  );
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
