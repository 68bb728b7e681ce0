"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Passphrase } from "#components/codes/export/Passphrase.tsx";
import { makePassphrase } from "#lib/codes/passphrase.ts";
import { MOST_CODES, type ExportFormat } from "#lib/contracts/codes/exportCodes.ts";
import { exportCodes } from "#lib/queries/codes.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { receiveFile, type ReceivedFile } from "#components/codes/export/receiveFile.ts";
import { separatorOf } from "#components/codes/export/separator.ts";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { OutcomeList } from "./OutcomeList.tsx";
import { saveFiles } from "./saveFiles.ts";
import { SeveralForm } from "./SeveralForm.tsx";
import { useSeveral } from "./useSeveral.ts";

const FORMATS = [
  { value: "xlsx", label: "Excel (XLSX)" },
  { value: "csv", label: "CSV for spreadsheets" },
  { value: "json", label: "JSON" },
] as const satisfies readonly { value: ExportFormat; label: string }[];
const ARCHIVE = "codes-of-orders.zip";

/** Exports the codes of several orders, one file for each, which are saved together. */
export function ExportSeveral({
  references,
  onClose,
}: {
  references: readonly string[];
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const several = useSeveral<ReceivedFile>(environment, references);
  const [format, setFormat] = useState<(typeof FORMATS)[number]["value"]>("xlsx");
  const [encrypts, setEncrypts] = useState(false);
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const { outcomes, isDone } = several;
  const files = outcomes.flatMap((each) => (each.kind === "taken" ? each.value : []));
  const save = useEffectEvent(() => void saveFiles(files, ARCHIVE));
  // What has left the service is saved, also if other orders were refused.
  useEffect(() => {
    if (isDone) save();
  }, [isDone]);

  function start(reason: string) {
    const secret = encrypts
      ? makePassphrase((length) => crypto.getRandomValues(new Uint8Array(length)))
      : null;
    setPassphrase(secret);
    const body = {
      skip: 0,
      take: MOST_CODES,
      format,
      separator: separatorOf(navigator.language),
      framed: true,
      ...(secret === null ? {} : { passphrase: secret }),
      ...statedReason(reason),
    };
    several.start(async (reference, signal) =>
      receiveFile(await exportCodes(environment, reference, body, signal), () => undefined, signal),
    );
  }

  return (
    <Modal
      open
      onClose={onClose}
      locked={several.busy}
      title={`Export codes of ${counted(references.length, "order", "orders")}`}
      description={
        isDone
          ? undefined
          : "One file for each order, saved together. Recorded in the timeline of each order with your name."
      }
    >
      {outcomes.length === 0 || several.asked !== null ? (
        <SeveralForm environment={environment} several={several} submitLabel="Export codes" onStart={start}>
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                options={FORMATS}
                value={format}
                onChange={(event) =>
                  setFormat(FORMATS.find(({ value }) => value === event.target.value)?.value ?? format)
                }
              />
            )}
          </Field>
          <Checkbox
            label="Encrypt the files (ZIP archives, AES-256)"
            checked={encrypts}
            onChange={(event) => setEncrypts(event.target.checked)}
          />
        </SeveralForm>
      ) : (
        <div className="flex flex-col gap-4">
          <p role="status" className="text-ink-soft">
            {isDone
              ? `${counted(files.length, "file", "files")} saved. Their SHA-256 are in the orders' timelines.`
              : `${outcomes.length} of ${counted(references.length, "order", "orders")}. Keep this page open.`}
          </p>
          <OutcomeList outcomes={outcomes}>
            {({ total }) => (
              <p className="text-[0.8125rem] text-ink-soft">{counted(total, "code", "codes")} exported</p>
            )}
          </OutcomeList>
          {isDone && passphrase !== null && files.length > 0 ? (
            <Passphrase passphrase={passphrase} of="files" />
          ) : null}
          <div className="flex justify-end gap-2">
            {isDone ? (
              <Button variant="primary" onClick={onClose}>
                {passphrase === null ? "Done" : "I've saved it"}
              </Button>
            ) : (
              <Button onClick={onClose}>Cancel export</Button>
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}
