"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { MemberWithPassword } from "#lib/contracts/team/team.ts";
import type { RoleView } from "#lib/contracts/team/roles.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeMember, refreshTeam, resetMemberPassword, resetSecondFactor } from "#lib/queries/team/team.ts";
import { paths } from "#lib/paths.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { usePasswords, useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

export type PlannedChange =
  | { kind: "role"; member: MemberView; role: RoleView }
  | { kind: "disable" | "enable" | "password" | "second-factor"; member: MemberView };

type Words = { title: string; consequence: string; button: string; done: string };

/** Explains what a change means before it is made. */
export function ConfirmChange({
  planned,
  onClose,
  onPassword,
}: {
  planned: PlannedChange | null;
  onClose: () => void;
  onPassword: (shown: MemberWithPassword) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const viewer = useViewer();
  const passwords = usePasswords();
  const stepUp = useStepUp();
  const change = useMutation({
    mutationFn: (plan: PlannedChange) => stepUp.run(() => carryOut(environment, plan)),
    onSuccess: async (outcome, plan) => {
      if (plan.member.id === viewer.id) return followOwnChange(plan);
      onClose();
      if (outcome !== null) onPassword(outcome);
      else toast(wordsOf(plan, false, passwords).done, { tone: "done", values: valuesOf(plan) });
      await refreshTeam(client, environment);
    },
  });
  const words = planned === null ? null : wordsOf(planned, planned.member.id === viewer.id, passwords);
  function close() {
    change.reset();
    onClose();
  }
  return (
    <>
      <Modal
        open={planned !== null}
        onClose={close}
        locked={change.isPending}
        title={
          planned === null ? undefined : <WithValues text={words?.title ?? ""} values={valuesOf(planned)} />
        }
        description={words?.consequence}
        footer={
          <>
            <Button onClick={close} disabled={change.isPending}>
              Cancel
            </Button>
            <Button
              variant={planned?.kind === "disable" ? "danger" : "primary"}
              loading={change.isPending}
              onClick={() => {
                if (planned !== null) change.mutate(planned);
              }}
            >
              {words?.button}
            </Button>
          </>
        }
      >
        {change.isError ? <SubmitError problem={asProblem(change.error)} /> : null}
      </Modal>
      {stepUp.dialog}
    </>
  );
}

/** The names in the words of a change. */
function valuesOf(plan: PlannedChange): string[] {
  return [plan.member.name, ...(plan.kind === "role" ? [plan.role.name] : [])];
}

/** Returns the new password if one was generated, otherwise null. */
async function carryOut(
  environment: ReturnType<typeof useEnvironment>,
  plan: PlannedChange,
): Promise<MemberWithPassword | null> {
  const { id } = plan.member;
  switch (plan.kind) {
    case "password":
      return resetMemberPassword(environment, id);
    case "role":
      await changeMember(environment, id, { role: plan.role.id });
      return null;
    case "second-factor":
      await resetSecondFactor(environment, id);
      return null;
    case "disable":
    case "enable":
      await changeMember(environment, id, { disabled: plan.kind === "disable" });
      return null;
  }
}

/** Leaves a page that the member may no longer see, with everything that was loaded for it. */
function followOwnChange(plan: PlannedChange): void {
  location.assign(plan.kind === "disable" ? paths.signIn() : paths.overview());
}

function wordsOf(plan: PlannedChange, isSelf: boolean, passwords: boolean): Words {
  const { name } = plan.member;
  if (isSelf && (plan.kind === "role" || plan.kind === "disable")) return ownWords(plan);
  switch (plan.kind) {
    case "role": {
      const { role } = plan;
      return {
        title: `Change the role of ${name} to ${role.name}?`,
        consequence: `${purposeOf(role)}. Takes effect immediately.`,
        button: "Change role",
        done: `Role changed to ${role.name}`,
      };
    }
    case "disable":
      return {
        title: `Disable ${name}?`,
        consequence: "They are signed out everywhere and can't sign in again. Their history is kept.",
        button: "Disable member",
        done: `${name} disabled`,
      };
    case "enable":
      return {
        title: `Enable ${name}?`,
        consequence: passwords
          ? "They can sign in again with their previous password."
          : "They can sign in again with single sign-on.",
        button: "Enable member",
        done: `${name} enabled`,
      };
    case "second-factor":
      return {
        title: `Reset the second factor of ${name}?`,
        consequence:
          "Confirm that the request comes from them. Their authenticator app and recovery codes stop working and they are signed out everywhere. Until they add another one, their password alone signs them in.",
        button: "Reset second factor",
        done: `Second factor of ${name} reset`,
      };
    case "password":
      return {
        title: `Reset the password of ${name}?`,
        consequence:
          "Their current password and their access tokens stop working, with the programs that use these, and they are signed out everywhere. The new password is shown once.",
        button: "Reset password",
        done: "",
      };
  }
}

/** What administrators lose by changing themselves. */
function ownWords(plan: PlannedChange): Words {
  const wayBack = "Only another administrator can undo this.";
  if (plan.kind !== "role") {
    return {
      title: "Disable your own account?",
      consequence: `You are signed out everywhere immediately and can't sign in again. ${wayBack}`,
      button: "Disable my account",
      done: "",
    };
  }
  const { role } = plan;
  return {
    title: `Change your own role to ${role.name}?`,
    consequence: `You stop being ${plan.member.role === "admin" ? "an administrator" : plan.member.roleName} immediately. ${purposeOf(role)}. ${wayBack}`,
    button: "Change my role",
    done: "",
  };
}

function purposeOf({ purpose }: RoleView): string {
  return purpose ?? "A custom role: its permissions are in the settings, under Roles";
}
