"use client";

import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { OpenInvitation } from "#lib/contracts/team/invitations.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths } from "#lib/paths.ts";
import { acceptInvitation, readInvitation } from "#lib/queries/team/invitations.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";

type Loaded = { token: string; invitation: OpenInvitation };

/** Lets an invited person join the team. The invitation's token is in the address after the `#`. */
export function AcceptInvitation() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const token = location.hash.slice(1);
    let isWanted = true;
    readInvitation(token).then(
      (invitation) => isWanted && setLoaded({ token, invitation }),
      (error: unknown) => isWanted && setProblem(asProblem(error)),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  if (loaded !== null) return <Join {...loaded} />;
  if (problem === null) return <SkeletonRows rows={3} label="Loading the invitation" />;
  return (
    <>
      <Banner tone="refused" live="alert" title={problem.detail} />
      <TextLink href={paths.signIn()}>Sign in</TextLink>
    </>
  );
}

const NAMES = ["name", "password"] as const;

function Join({ token, invitation }: Loaded) {
  const form = useForm({ defaultValues: { name: "", password: "" } });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function join(values: { name: string; password: string }) {
    setBusy(true);
    setProblem(null);
    try {
      await acceptInvitation({ token, ...values });
      // A new page load, so that everything starts with the new session.
      location.assign(paths.overview());
    } catch (error) {
      setProblem(showFieldErrors(form, NAMES, asProblem(error)));
      setBusy(false);
    }
  }

  return (
    <>
      <p>
        {invitation.invitedBy} invited you to the team as {invitation.roleName}. Choose your name and a
        password to join, until <DateTime at={invitation.expiresAt} />.
      </p>
      <Form
        onSubmit={form.handleSubmit(join)}
        loading={busy}
        submitError={problem}
        submitLabel="Join the team"
        className="flex w-full flex-col gap-4 text-ink"
      >
        <p className="wrap-anywhere">
          You sign in as <strong translate="no">{invitation.email}</strong>.
        </p>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        <TextField
          control={form.control}
          name="name"
          label="Your name"
          required
          autoComplete="name"
          maxLength={100}
        />
        <TextField
          control={form.control}
          name="password"
          label="Password"
          type="password"
          hint="At least 12 characters. Try a passphrase."
          required
          autoComplete="new-password"
        />
      </Form>
    </>
  );
}
