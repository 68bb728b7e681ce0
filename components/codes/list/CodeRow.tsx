"use client";

import { Ellipsis } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { MouseEvent } from "react";
import { codeFields } from "#lib/codes/fieldRoles.ts";
import { codeText, codeWithProduct, type NamedGroup } from "#lib/codes/codeText.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import { formatCount } from "#lib/text/counts.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { buttonClasses } from "#components/ui/actions/buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";
import { StackCell, StackNote, StackRow } from "#components/ui/display/StackTable.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { clearClipboardLater } from "./clipboard.ts";
import { GRID_CLASS, useGridRow, type CodeLayout } from "./codeColumns.ts";
import { CopyMessage } from "./CopyMessage.tsx";
import { CustomerReference } from "./CustomerReference.tsx";
import { FieldValue } from "./FieldValue.tsx";
import { copyText } from "./copyText.ts";

export type CodeRowProps = {
  code: ShownCode;
  group: NamedGroup;
  layout: CodeLayout;
  selected: boolean;
  /** `extend`: selects from where the selection began up to this code. */
  onSelect: (number: number, extend: boolean) => void;
  onSymbol: (code: ShownCode, kind: "qr" | "barcode") => void;
  /** Opens the dialog by which the code is claimed; null: the member may not. */
  onClaim: ((code: ShownCode) => void) | null;
  row: number;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/** One code with all its fields. Its actions are shown when it is pointed at or focused. */
export function CodeRow(props: CodeRowProps) {
  const { code, group, layout, selected, onSelect, onSymbol, onClaim, row, measure } = props;
  const { number, fields } = code;
  const shown = formatCount(number);
  const value = codeText(fields);
  const codes = new Set(codeFields(Object.keys(fields)));
  const below = layout.below.filter((name) => fields[name] !== undefined);
  const { grid } = layout;
  const place = useGridRow(grid, measure);
  return (
    <StackRow
      ref={place}
      data-index={row}
      aria-rowindex={row + 1}
      columns={GRID_CLASS}
      // On a phone, the actions have a line of their own: they are always shown there, and the number is at the same end.
      className={cx("group pb-10 max-md:pe-16", selected ? "bg-accent-soft" : "hover:bg-surface")}
    >
      <StackCell className="max-md:absolute max-md:end-0 max-md:top-1.5">
        <button
          type="button"
          aria-pressed={selected}
          aria-label={`Select code ${shown}`}
          title="Select (Shift: select range)"
          className="min-h-6 min-w-8 rounded-sm px-1 text-end text-[0.8125rem] text-ink-faint tabular-nums hover:text-ink"
          onClick={(event: MouseEvent) => onSelect(number, event.shiftKey)}
        >
          {shown}
        </button>
      </StackCell>
      {layout.columns.map(({ label, name }) => (
        <StackCell key={name}>
          {fields[name] === undefined ? null : (
            <FieldValue label={label} labelled={false} value={fields[name]} isCode={codes.has(name)} />
          )}
        </StackCell>
      ))}
      <StackCell className="flex justify-end opacity-0 group-hover:opacity-100 focus-within:opacity-100 max-md:absolute max-md:end-0 max-md:bottom-1.5 pointer-coarse:opacity-100">
        <CopyButton value={value} label={`Copy code ${shown}`} onCopied={() => clearClipboardLater(value)} />
        <Menu
          trigger={<Icon shape={Ellipsis} className="size-3.5" />}
          label={`More for code ${shown}`}
          align="end"
          triggerClassName={buttonClasses("quiet", "small", "square")}
        >
          <MenuItem onClick={() => void copyText(codeWithProduct(code, group))}>Copy with product</MenuItem>
          <MenuItem onClick={() => onSymbol(code, "qr")}>Show as QR code</MenuItem>
          <MenuItem onClick={() => onSymbol(code, "barcode")}>Show as barcode</MenuItem>
          {onClaim === null ? null : <MenuItem onClick={() => onClaim(code)}>Doesn&apos;t work</MenuItem>}
        </Menu>
      </StackCell>
      {code.handedTo === undefined ? null : (
        <StackNote className="flex flex-wrap items-center gap-x-2 pb-1 text-[0.8125rem] text-partial md:ps-15">
          <span className="min-w-0">
            Handed out to <CustomerReference written={code.handedTo} />
          </span>
          {code.handOutId === undefined ? null : (
            <CopyMessage handOutId={code.handOutId} productName={group.productName} fields={fields} />
          )}
        </StackNote>
      )}
      {below.length === 0 ? null : (
        <StackNote className="flex flex-wrap gap-x-5 gap-y-0.5 pb-1 md:ps-15">
          {below.map((name) => (
            <FieldValue
              key={name}
              label={fieldLabel(name)}
              labelled
              value={fields[name] ?? ""}
              isCode={false}
            />
          ))}
        </StackNote>
      )}
    </StackRow>
  );
}

/** A row whose page has not been loaded. */
export function MaskedRow({
  number,
  row,
  measure,
}: Pick<CodeRowProps, "row" | "measure"> & { number: number }) {
  return (
    <StackRow
      ref={measure}
      data-index={row}
      aria-rowindex={row + 1}
      columns="grid-cols-[3rem_minmax(0,1fr)]"
      className="text-ink-faint select-none"
    >
      <StackCell className="px-1 text-[0.8125rem] tabular-nums">{formatCount(number)}</StackCell>
      <StackCell className="font-mono">•••• •••• ••••</StackCell>
    </StackRow>
  );
}
