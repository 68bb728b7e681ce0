"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PasskeyView } from "#lib/contracts/team/passkeys.ts";
import { addPasskey, removePasskey, renamePasskey } from "#lib/queries/team/passkeys.ts";
import { refreshSecondFactor } from "#lib/queries/team/secondFactor.ts";
import { browserName } from "#lib/text/browserName.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { AddedAt, FactorRow } from "./FactorRow.tsx";

/** The member's passkeys: a row for each, and the dialog that adds one. */
export function Passkeys({
  passkeys,
  act,
  busy,
  onAdded,
}: {
  passkeys: readonly PasskeyView[];
  /** Runs a change, for which the member may first have to confirm that it's them. */
  act: (what: string, action: () => Promise<void>) => Promise<void>;
  /** What is being changed. */
  busy: string | null;
  onAdded: (recoveryCodes: string[] | null) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  /** The dialog for a name: that of a new passkey, or of an existing one. */
  const [named, setNamed] = useState<PasskeyView | "new" | null>(null);
  const [name, setName] = useState("");

  function begin() {
    setName(browserName(navigator.userAgent));
    setNamed("new");
  }
  async function add() {
    setNamed(null);
    await act("add passkey", async () => {
      const { recoveryCodes } = await addPasskey(environment, name);
      onAdded(recoveryCodes);
      await refreshSecondFactor(client, environment);
    });
  }
  async function rename({ id }: PasskeyView) {
    setNamed(null);
    await act(id, async () => {
      await renamePasskey(environment, id, name);
      toast("Passkey renamed", { tone: "done" });
      await refreshSecondFactor(client, environment);
    });
  }
  const remove = ({ id }: PasskeyView) =>
    act(id, async () => {
      await removePasskey(environment, id);
      toast("Passkey removed", { tone: "done" });
      await refreshSecondFactor(client, environment);
    });

  return (
    <>
      <FactorRow
        name="Passkeys"
        state="Your fingerprint, face, screen lock or a security key. Signs you in without the password, too."
        actions={
          <Button size="small" loading={busy === "add passkey"} onClick={begin}>
            Add passkey
          </Button>
        }
      />
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          name={passkey.name}
          state={<AddedAt at={passkey.createdAt} lastUsedAt={passkey.lastUsedAt} />}
          actions={
            <>
              <Button
                size="small"
                disabled={busy === passkey.id}
                aria-label={`Rename passkey ${passkey.name}`}
                onClick={() => {
                  setName(passkey.name);
                  setNamed(passkey);
                }}
              >
                Rename
              </Button>
              <Button
                size="small"
                loading={busy === passkey.id}
                aria-label={`Remove passkey ${passkey.name}`}
                onClick={() => void remove(passkey)}
              >
                Remove
              </Button>
            </>
          }
        />
      ))}
      <Modal
        open={named !== null}
        onClose={() => setNamed(null)}
        title={named === "new" ? "Add a passkey" : "Rename passkey"}
        description={
          named === "new"
            ? "Your browser asks for it next. The name tells it apart from your other passkeys."
            : "The name tells it apart from your other passkeys."
        }
      >
        <Form
          onSubmit={() => (named === null || named === "new" ? add() : rename(named))}
          loading={false}
          submitError={null}
          submitLabel={named === "new" ? "Continue" : "Rename passkey"}
        >
          <Field label="Name" required error={name.trim() === "" ? "Enter a name." : null}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </Form>
      </Modal>
    </>
  );
}
