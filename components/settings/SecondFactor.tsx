"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import type { SecondFactorView, TotpEnrolment } from "#lib/contracts/team/secondFactor.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import {
  enrolTotp,
  refreshSecondFactor,
  removeTotp,
  replaceRecoveryCodes,
  secondFactorQuery,
} from "#lib/queries/team/secondFactor.ts";
import { counted } from "#lib/text/counts.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { AddAuthenticator } from "./AddAuthenticator.tsx";
import { AddedAt, FactorRow } from "./FactorRow.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** What a member signs in with besides the password. `onAdded`: called once there is a factor and its recovery codes are saved. */
export function SecondFactor({ onAdded }: { onAdded?: () => void }) {
  const factors = useQuery(secondFactorQuery(useEnvironment()));
  return (
    <Section title="Second factor">
      <QueryPart
        query={factors}
        failed="Your second factor couldn't be loaded"
        skeleton={<SkeletonRows rows={2} label="Loading your second factor" />}
      >
        {(data) => <Factors factors={data} onAdded={onAdded} />}
      </QueryPart>
    </Section>
  );
}

function Factors({ factors, onAdded }: { factors: SecondFactorView; onAdded: (() => void) | undefined }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { totp, passkeys, recoveryCodesLeft, required } = factors;

  async function act(what: string, action: () => Promise<void>) {
    setBusy(what);
    setProblem(null);
    try {
      await stepUp.run(action);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(null);
  }
  function added(what: string, recoveryCodes: string[] | null) {
    setCodes(recoveryCodes);
    toast(what, { tone: "done", detail: "Your other sessions were signed out." });
    if (recoveryCodes === null) onAdded?.();
  }
  const enrol = () => act("enrol", async () => setEnrolment(await enrolTotp(environment)));
  const remove = () =>
    act("remove", async () => {
      await removeTotp(environment);
      toast("Authenticator app removed", { tone: "done" });
      await refreshSecondFactor(client, environment);
    });
  const renew = () =>
    act("renew", async () => {
      setCodes((await replaceRecoveryCodes(environment)).recoveryCodes);
      await refreshSecondFactor(client, environment);
    });

  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="max-w-xl text-ink-soft">
        {required
          ? "Your team asks for a second factor: something you have, besides your password."
          : "Something you have, besides your password. Whoever learns your password still can't sign in."}
      </p>
      <FactorRow
        name="Authenticator app"
        state={totp === null ? "Not set up" : <AddedAt at={totp.addedAt} lastUsedAt={totp.lastUsedAt} />}
        actions={
          <>
            <Button size="small" loading={busy === "enrol"} onClick={() => void enrol()}>
              {totp === null ? "Add authenticator app" : "Replace"}
            </Button>
            {totp === null ? null : (
              <Button size="small" loading={busy === "remove"} onClick={() => void remove()}>
                Remove authenticator app
              </Button>
            )}
          </>
        }
      />
      <Passkeys
        passkeys={passkeys}
        act={act}
        busy={busy}
        onAdded={(recoveryCodes) => added("Passkey added", recoveryCodes)}
      />
      {totp === null && passkeys.length === 0 ? null : (
        <FactorRow
          name="Recovery codes"
          state={
            recoveryCodesLeft === 0
              ? "None left: create new ones"
              : counted(recoveryCodesLeft, "unused code", "unused codes")
          }
          actions={
            <Button size="small" loading={busy === "renew"} onClick={() => void renew()}>
              New recovery codes
            </Button>
          }
        />
      )}
      {problem === null ? null : <SubmitError problem={problem} />}
      {stepUp.dialog}
      <AddAuthenticator
        enrolment={enrolment}
        onClose={() => setEnrolment(null)}
        onAdded={(recoveryCodes) => {
          setEnrolment(null);
          added("Authenticator app added", recoveryCodes);
        }}
      />
      <RecoveryCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          onAdded?.();
        }}
      />
    </div>
  );
}
