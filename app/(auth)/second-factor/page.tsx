import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SecondFactorForm } from "#components/auth/SecondFactorForm.tsx";
import { MessagePage } from "#components/shell/page/MessagePage.tsx";
import { nextOrStart } from "#lib/nextPath.ts";
import { paths } from "#lib/paths.ts";
import { readHalfSession } from "#server/auth/secondFactor/halfVisit.ts";

export const metadata: Metadata = { title: "Confirm that it's you" };

type Search = { next?: string | string[] };

export default async function SecondFactorPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { next: given } = await searchParams;
  const next = nextOrStart(Array.isArray(given) ? given[0] : given);
  const visit = await readHalfSession();
  if (visit === null) redirect(paths.signIn(next));
  return (
    <MessagePage title="Confirm that it's you">
      <p>One more step: confirm with your second factor.</p>
      <div className="flex w-full flex-col gap-4 rounded-lg border border-line bg-raised p-5 text-ink shadow-raised">
        <SecondFactorForm next={next} hasApp={visit.totp} hasPasskey={visit.passkey} />
      </div>
    </MessagePage>
  );
}
