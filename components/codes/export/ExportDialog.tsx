"use client";

import { useState } from "react";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import type { Range } from "#components/codes/list/range.ts";
import { sheetsOf } from "./printLimit.ts";
import { ExportForm, FIRST_CHOICES, type ExportFormProps } from "./ExportForm.tsx";
import { Passphrase } from "./Passphrase.tsx";
import { PrintSheet } from "./PrintSheet.tsx";
import { ProveIdentity } from "#components/codes/reveal/ProveIdentity.tsx";
import type { Progress } from "./receiveFile.ts";
import { useExport } from "./useExport.ts";

export type ExportDialogProps = {
  reference: string;
  chosen: Range;
  /** The reason that the member gave for revealing them. */
  reason: string;
  open: boolean;
  onClose: () => void;
};

/** Chooses a format, exports the chosen codes and saves or prints them. Loaded when it is first opened. */
export function ExportDialog({ reference, chosen, reason, open, onClose }: ExportDialogProps) {
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const running = useExport(useEnvironment(), reference);
  const count = chosen.to - chosen.from + 1;
  function close() {
    running.cancel();
    onClose();
    setChoices(FIRST_CHOICES);
  }
  function afterPrinting() {
    running.printed();
    // Offers the next sheet, until the last one has been printed.
    if (choices.sheet + 1 < sheetsOf(chosen).length) setChoices({ ...choices, sheet: choices.sheet + 1 });
    else close();
  }
  return (
    <>
      <Modal
        open={open && running.sheet === null}
        onClose={close}
        locked={running.state.step === "running"}
        title={`Export ${counted(count, "code", "codes")}`}
        description="Recorded in the order's timeline with your name. The file holds the codes in clear text, unless you encrypt it."
      >
        <Steps
          running={running}
          reference={reference}
          chosen={chosen}
          reason={reason}
          choices={choices}
          onChoose={setChoices}
          onClose={close}
        />
      </Modal>
      {running.sheet === null ? null : <PrintSheet codes={running.sheet} onDone={afterPrinting} />}
    </>
  );
}

function Steps({
  running,
  reference,
  chosen,
  reason,
  choices,
  onChoose,
  onClose,
}: ExportFormProps & { onClose: () => void }) {
  const { state, problem } = running;
  if (state.step === "running") {
    return (
      <div className="flex flex-col gap-4">
        <ExportProgress progress={state.progress} />
        <div className="flex justify-end">
          <Button onClick={running.cancel}>Cancel export</Button>
        </div>
      </div>
    );
  }
  if (state.step === "saved") return <Saved {...state} onClose={onClose} />;
  if (problem?.reauthenticate !== undefined) {
    return (
      <ProveIdentity
        problem={problem}
        reference={reference}
        reason={reason}
        onConfirm={running.confirm}
        busy={running.busy}
        submitLabel="Confirm and export"
      />
    );
  }
  return (
    <ExportForm
      running={running}
      reference={reference}
      chosen={chosen}
      reason={reason}
      choices={choices}
      onChoose={onChoose}
    />
  );
}

/** The number of codes that have arrived; before the first one, says that the service is being asked. */
function ExportProgress({ progress }: { progress: Progress | null }) {
  const words =
    progress === null
      ? "Reading the codes from the service…"
      : `${formatCount(progress.codes)} of ${counted(progress.total, "code", "codes")}`;
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label="Export"
        value={progress?.codes}
        max={Math.max(1, progress?.total ?? 1)}
        className={progress === null ? "motion-safe:animate-pulse" : undefined}
      />
      <p className="text-[0.8125rem] text-ink-soft tabular-nums">{words}</p>
      <p className="text-[0.8125rem] text-ink-soft">
        Keep this page open. Nothing is saved before the last code has arrived.
      </p>
    </div>
  );
}

function Saved({
  count,
  passphrase,
  onClose,
}: {
  count: number;
  passphrase: string | null;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        {counted(count, "code", "codes")} exported. The file is among your downloads; its SHA-256 is in the
        order&apos;s timeline.
      </p>
      {passphrase === null ? null : <Passphrase passphrase={passphrase} of="archive" />}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {passphrase === null ? "Done" : "I've saved it"}
        </Button>
      </div>
    </div>
  );
}
