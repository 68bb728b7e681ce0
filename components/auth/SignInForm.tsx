"use client";

import { useRef, useState, useSyncExternalStore, type FormEvent } from "react";
import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { signInByPasskey } from "#lib/queries/passkeys.ts";
import { signIn } from "#lib/queries/session.ts";
import { PasskeyButton } from "#components/shell/identity/PasskeyButton.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { SingleSignOnButton } from "./SingleSignOnButton.tsx";
import { useCountdown } from "./useCountdown.ts";

export type SignInFormProps = {
  /** The path to open after signing in. */
  next: string;
  /** Why one has to sign in again; null for a first visit. */
  notice: string | null;
  singleSignOn: boolean;
  /** Whether members sign in with passwords. */
  passwords: boolean;
};

/** What was typed stays, whatever the outcome. */
export function SignInForm({ next, notice, singleSignOn, passwords }: SignInFormProps) {
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState(notice);
  const [wait, startWait] = useCountdown();
  const password = useRef<HTMLInputElement>(null);
  // Before hydration, the browser itself would submit the form.
  const alive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || wait > 0) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setTrouble(null);
    const attempted = await attempt(textIn(fields, "email"), textIn(fields, "password"), startWait);
    if ("opens" in attempted) {
      // A new page load, so that everything starts with the new session.
      location.assign(attempted.opens === "desk" ? next : paths.secondFactor(next));
      return;
    }
    setTrouble(attempted.failure);
    setSending(false);
    password.current?.select();
  }

  async function byPasskey() {
    setTrouble(null);
    try {
      await signInByPasskey();
      location.assign(next);
    } catch (error) {
      setTrouble(asProblem(error).detail);
    }
  }

  /** A message about what was typed goes with it. */
  function forgetWhenEmpty(form: HTMLFormElement) {
    const fields = new FormData(form);
    if (wait === 0 && textIn(fields, "email") === "" && textIn(fields, "password") === "") setTrouble(null);
  }

  return (
    <>
      {/* The region is there before its message, or the message may not be read. Empty, it takes no space. */}
      <div aria-live="assertive" className="empty:-mb-4">
        {trouble === null ? null : <Banner tone="refused" live="off" title={trouble} />}
      </div>
      {passwords ? (
        <form
          method="post"
          action="/api/auth/callback/credentials"
          onSubmit={(event) => void send(event)}
          onInput={(event) => forgetWhenEmpty(event.currentTarget)}
          className="flex flex-col gap-4"
        >
          <Field label="E-mail" required>
            {(control) => <TextInput {...control} type="email" name="email" autoComplete="username" />}
          </Field>
          <Field label="Password" required>
            {(control) => (
              <TextInput
                {...control}
                ref={password}
                type="password"
                name="password"
                autoComplete="current-password"
              />
            )}
          </Field>
          <Button
            type="submit"
            variant="primary"
            loading={sending}
            disabled={!alive || wait > 0}
            className={alive ? undefined : "disabled:opacity-100"}
          >
            {wait > 0 ? `Try again in ${inWords(wait)}` : "Sign in"}
          </Button>
        </form>
      ) : null}
      {passwords ? (
        <PasskeyButton disabled={!alive || sending} onUse={byPasskey}>
          Sign in with a passkey
        </PasskeyButton>
      ) : null}
      {singleSignOn ? (
        <SingleSignOnButton next={next} disabled={!alive || sending} onTrouble={setTrouble} />
      ) : null}
    </>
  );
}

/** Where a right password leads, or the message to show. */
async function attempt(
  email: string,
  password: string,
  onThrottled: (seconds: number) => void,
): Promise<{ opens: "desk" | "second factor" } | { failure: string }> {
  const outcome = await signIn({ email, password }).catch(asProblem);
  if (!("kind" in outcome)) return { failure: outcome.detail };
  if ("seconds" in outcome) {
    onThrottled(outcome.seconds);
    const why = outcome.kind === "busy" ? "Too many people are signing in." : "Too many failed attempts.";
    return { failure: `${why} Try again in ${inWords(outcome.seconds)}.` };
  }
  if (outcome.kind === "signed-in") return { opens: "desk" };
  if (outcome.kind === "second-factor") return { opens: "second factor" };
  return { failure: REFUSALS[outcome.kind] };
}

const REFUSALS = {
  wrong: "Incorrect e-mail or password, or the account is disabled. Check both, or ask an administrator.",
  expired: "This one-time password has expired. Ask an administrator for a new one.",
  failed: "Couldn't sign in. Reload the page and try again.",
};

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

const neverChanges = () => () => {};
