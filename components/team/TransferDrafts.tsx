"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { memberDraftsQuery, transferDrafts } from "#lib/queries/team/team.ts";
import { counted } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

/** Transfers the drafts of a member to another, for example when somebody leaves. */
export function TransferDrafts({
  member,
  members,
  onClose,
}: {
  member: MemberView;
  members: readonly MemberView[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const roles = useRoles();
  const [chosen, setChosen] = useState("");
  const counts = useQuery(memberDraftsQuery(environment, member.id));
  const buyers = members.filter(
    ({ id, role, disabledAt }) =>
      id !== member.id &&
      disabledAt === null &&
      roles.find((each) => each.id === role)?.grants[environment].includes("orders.place"),
  );
  const to = chosen === "" ? (buyers[0]?.id ?? "") : chosen;
  const transfer = useMutation({
    mutationFn: () => stepUp.run(() => transferDrafts(environment, member.id, to)),
    onSuccess: async ({ drafts }) => {
      toast(`${counted(drafts, "draft", "drafts")} transferred`, { tone: "done" });
      onClose();
      await client.invalidateQueries({ queryKey: memberDraftsQuery(environment, member.id).queryKey });
    },
  });
  const place = ENVIRONMENT_WORDS[environment].name.toLowerCase();
  const total = counts.data?.drafts;
  const problem = transfer.error ?? counts.error;
  return (
    <>
      <Modal
        open
        onClose={onClose}
        locked={transfer.isPending}
        title={`Transfer the drafts of ${member.name}`}
        description={
          total === undefined
            ? "Counting the drafts…"
            : total === 0
              ? `${member.name} has no drafts in the ${place} environment.`
              : `${counted(total, "draft", "drafts")} in the ${place} environment. They keep their lines, and ${member.name} no longer sees them.`
        }
      >
        {total === 0 ? (
          <div className="flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        ) : (
          <Form
            onSubmit={() => transfer.mutate()}
            loading={transfer.isPending || total === undefined}
            submitError={problem ? asProblem(problem) : null}
            submitLabel="Transfer drafts"
            actions={
              <Button onClick={onClose} disabled={transfer.isPending}>
                Cancel
              </Button>
            }
          >
            <Field
              label="To"
              required
              hint={buyers.length === 0 ? "Nobody else can place orders here." : null}
            >
              {(control) => (
                <Select
                  {...control}
                  value={to}
                  options={buyers.map(({ id, name }) => ({ value: id, label: name, isValue: true }))}
                  onChange={(event) => setChosen(event.target.value)}
                />
              )}
            </Field>
          </Form>
        )}
      </Modal>
      {stepUp.dialog}
    </>
  );
}
