"use client";

import { FileSpreadsheet } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useId, useRef, useState, type Dispatch, type DragEvent, type SetStateAction } from "react";
import { csvFile, TEMPLATE_HEADS, TEMPLATE_ROWS } from "#lib/orders/import/errorFile.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { tableIn } from "./clipboardTable.ts";
import { downloadFile } from "#components/ui/downloadFile.ts";
import type { GivenTable } from "./useImport.ts";

const TEMPLATE = "codedesk-order-template";

/** What is in the field for rows, and the formatted copies of what was pasted or dropped into it. */
export type TypedRows = { text: string; html: string };
export const NOTHING_TYPED: TypedRows = { text: "", html: "" };

/** Where a table is pasted, dropped or chosen, with templates to start from. */
export function ImportStart({
  onGive,
  typed,
  onType,
}: {
  onGive: (table: GivenTable) => void;
  typed: TypedRows;
  onType: Dispatch<SetStateAction<TypedRows>>;
}) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const hint = useId();

  function drop(event: DragEvent) {
    if (event.target instanceof HTMLTextAreaElement) keepCopy(event.dataTransfer);
    const [file] = event.dataTransfer.files;
    setOver(false);
    if (!file) return;
    event.preventDefault();
    onGive({ kind: "file", file });
  }
  function keepCopy(data: DataTransfer) {
    const html = data.getData("text/html");
    onType((now) => ({ ...now, html: now.html + html }));
  }
  function checkTyped() {
    const copy = typed.html === "" ? {} : { copy: { html: typed.html, isEdited: true } };
    onGive({ kind: "text", text: typed.text, ...copy });
  }
  function choose(file: File | undefined) {
    // Allows the same file to be chosen again after it was corrected.
    if (picker.current) picker.current.value = "";
    if (file) onGive({ kind: "file", file });
  }

  return (
    // The button inside does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="flex flex-col gap-5"
    >
      <div
        className={cx(
          "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border [border-style:dashed] p-4",
          over ? "border-accent bg-hover" : "border-line-strong",
        )}
      >
        <Icon shape={FileSpreadsheet} className="size-6 shrink-0 text-ink-faint" />
        <p id={hint} className="min-w-0 grow basis-48">
          Drop a CSV or XLSX file here, of at most {formatCount(IMPORT_LIMITS.fileBytes / (1024 * 1024))} MB
          and {counted(IMPORT_LIMITS.rows, "row", "rows")}.
        </p>
        <Button aria-describedby={hint} onClick={() => picker.current?.click()}>
          Choose file
        </Button>
        <input
          ref={picker}
          type="file"
          aria-label="File to import"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => choose(event.target.files?.[0])}
          className="sr-only"
          tabIndex={-1}
        />
      </div>
      <Field
        label="Or paste rows"
        hint="A product's ID or name in each row; amount, quantity, country and currency where they are needed."
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={typed.text}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
            onChange={({ target: { value: text } }) =>
              onType((now) => ({ text, html: text === "" ? "" : now.html }))
            }
            onPaste={(event) => {
              const table = typed.text === "" ? tableIn(event.clipboardData) : null;
              if (table === null) return keepCopy(event.clipboardData);
              event.preventDefault();
              onGive(table);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={typed.text.trim() === ""} onClick={checkTyped}>
          Check rows
        </Button>
        <Templates />
      </div>
    </div>
  );
}

/** Tables with the headings that are understood, and sample rows. */
function Templates() {
  const [hasFailed, setHasFailed] = useState(false);
  async function downloadWorkbook() {
    setHasFailed(false);
    try {
      const { templateWorkbook } = await import("#lib/orders/import/templateWorkbook.ts");
      downloadFile(`${TEMPLATE}.xlsx`, await templateWorkbook());
    } catch {
      setHasFailed(true);
    }
  }
  return (
    <>
      <span className="ms-auto text-ink-soft">Template:</span>
      <Button
        size="small"
        onClick={() =>
          downloadFile(`${TEMPLATE}.csv`, csvFile([TEMPLATE_HEADS, ...TEMPLATE_ROWS]), "text/csv")
        }
      >
        CSV
      </Button>
      <Button size="small" onClick={() => void downloadWorkbook()}>
        XLSX
      </Button>
      {hasFailed ? (
        <p role="alert" className="w-full text-refused">
          The XLSX template couldn&apos;t be created. Use the CSV template, or check your connection and try
          again.
        </p>
      ) : null}
    </>
  );
}
