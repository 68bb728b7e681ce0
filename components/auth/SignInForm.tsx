"use client";

import { useRef, useState, type FormEvent } from "react";
import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { PasskeyButton } from "#components/shell/identity/PasskeyButton.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { SingleSignOnButton } from "./SingleSignOnButton.tsx";
import { inWords } from "./inWords.ts";
import { useCountdown } from "./useCountdown.ts";

// The code that signs in is loaded once somebody begins to.
const loadSignIn = () => import("./attemptSignIn.ts");
const loadPasskeys = () => import("#lib/queries/team/passkeys.ts");

export type SignInFormProps = {
  /** The path to open after signing in. */
  next: string;
  /** Why the member has to sign in again; null for a first visit. */
  notice: string | null;
  singleSignOn: boolean;
  /** Whether members sign in with passwords. */
  passwords: boolean;
};

/**
 * The typed text stays, whatever the outcome. Can be used from the first paint: what is sent before the page is interactive is held
 * back and sent once it is (server/http/keepEarlyInput.ts).
 */
export function SignInForm({ next, notice, singleSignOn, passwords }: SignInFormProps) {
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState(notice);
  const [wait, startWait] = useCountdown();
  const passwordField = useRef<HTMLInputElement>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || wait > 0) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setTrouble(null);
    const [email, password] = [textIn(fields, "email"), textIn(fields, "password")];
    const attempted = await loadSignIn()
      .then(({ attemptSignIn }) => attemptSignIn(email, password, startWait))
      .catch((error: unknown) => ({ failure: asProblem(error).detail }));
    if ("opens" in attempted) {
      // A new page load, so that everything starts with the new session.
      location.assign(attempted.opens === "desk" ? next : paths.secondFactor(next));
      return;
    }
    setTrouble(attempted.failure);
    setSending(false);
    passwordField.current?.select();
  }

  async function byPasskey() {
    setTrouble(null);
    try {
      await (await loadPasskeys()).signInByPasskey();
      location.assign(next);
    } catch (error) {
      setTrouble(asProblem(error).detail);
    }
  }

  /** A message about the typed text disappears with it. */
  function forgetWhenEmpty(form: HTMLFormElement) {
    const fields = new FormData(form);
    if (wait === 0 && textIn(fields, "email") === "" && textIn(fields, "password") === "") setTrouble(null);
  }

  return (
    <>
      {/* The live region exists before its message, because otherwise the message may not be read. Empty, it takes no space. */}
      <div aria-live="assertive" className="empty:-mb-4">
        {trouble === null ? null : <Banner tone="refused" live="off" title={trouble} />}
      </div>
      {passwords ? (
        <form
          method="post"
          action="/api/auth/callback/credentials"
          onSubmit={(event) => void send(event)}
          onInput={(event) => {
            forgetWhenEmpty(event.currentTarget);
            void loadSignIn().catch(() => undefined);
          }}
          className="flex flex-col gap-4"
        >
          <Field label="E-mail" required>
            {(control) => <TextInput {...control} type="email" name="email" autoComplete="username" />}
          </Field>
          <Field label="Password" required>
            {(control) => (
              <TextInput
                {...control}
                ref={passwordField}
                type="password"
                name="password"
                autoComplete="current-password"
              />
            )}
          </Field>
          <Button type="submit" variant="primary" loading={sending} disabled={wait > 0}>
            {wait > 0 ? `Try again in ${inWords(wait)}` : "Sign in"}
          </Button>
        </form>
      ) : null}
      {passwords ? (
        <PasskeyButton disabled={sending} onUse={byPasskey}>
          Sign in with a passkey
        </PasskeyButton>
      ) : null}
      {singleSignOn ? <SingleSignOnButton next={next} disabled={sending} onTrouble={setTrouble} /> : null}
    </>
  );
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
