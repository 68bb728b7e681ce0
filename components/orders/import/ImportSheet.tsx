"use client";

import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ReadChoice } from "#lib/orders/import/openSource.ts";
import { dataRowCount } from "#lib/orders/import/dataRowCount.ts";
import { counted } from "#lib/text/counts.ts";
import { isolated } from "#lib/text/isolated.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { useFocusKept } from "#components/ui/useFocusKept.ts";
import { useClosedByBack } from "#components/ui/overlays/useClosedByBack.ts";
import type { CheckedTableProps } from "./CheckedTable.tsx";
import { ImportStart, NOTHING_TYPED } from "./ImportStart.tsx";
import type { ImportPlace } from "./importPlace.ts";
import { forgetImport, type AddedRows, type KeptImport } from "./keptImport.ts";
import { Reviewed } from "./Reviewed.tsx";
import { RowEdits } from "./rowEdits.ts";
import { useKeptImport } from "./useKeptImport.ts";
import { useImport, type GivenTable, type ImportState } from "./useImport.ts";

export type ImportSheetProps = Pick<CheckedTableProps, "lines" | "onAdd" | "onClose"> & {
  environment: Environment;
  place: ImportPlace;
  /** Null: the table is chosen in the sheet. */
  given: GivenTable | null;
  /** What is continued; its table is the given one. */
  kept: KeptImport | null;
  /** Called when the sheet is closed and its rows are kept. */
  onSetAside: () => void;
};

const NONE_ADDED: AddedRows = { lines: 0, rows: [] };

/** Reads a table, checks each of its rows, lets people fix those that need it, and adds the others to the draft. */
export function ImportSheet({
  environment,
  place,
  given,
  kept,
  lines,
  onAdd,
  onClose: onClosed,
  onSetAside,
}: ImportSheetProps) {
  const imported = useImport(environment, place.owner.memberId, given, kept?.work ?? null);
  const { state, open, reset } = imported;
  const [left, setLeft] = useState(0);
  /** What would lose rows and is asked about. */
  const [leaving, setLeaving] = useState<"close" | "start again" | null>(null);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  // What was typed into rows stays when the table is read in another way.
  const [edits] = useState(() => new RowEdits(kept?.work.edits));
  /** Null: a part of the rows did not fit into the draft. */
  const [added, setAdded] = useState<AddedRows | null>(kept?.work.added ?? NONE_ADDED);
  const { isKept, setAside } = useKeptImport(place, state, edits, added);
  const hasAdded = added === null || added.lines > 0;
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const isOpen = state.kind === "table";
  const loss = lossOf(state, left, typed.text);
  useWarningBeforeUnload(loss !== null && !isKept);
  const content = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  // Moves the focus to what needs work next, for example when the button that added the other lines is gone.
  const findNext = () => content.current?.querySelector<HTMLElement>(NEXT) ?? closing.current;
  useFocusKept(content, findNext);
  useFocusKept(
    useMemo(() => ({ current: footer }), [footer]),
    findNext,
  );

  const next = !isOpen ? null : state.check.kind === "checked" ? state.check.turn : state.check.kind;
  useFocusOnNext(content, next);

  function startAgain() {
    edits.clear();
    setAdded(NONE_ADDED);
    setLeaving(null);
    reset();
    forgetImport(place);
    closing.current?.focus();
  }
  // The numbers of rows then belong to others.
  const chooseAnew = (choice: ReadChoice) => (edits.clear(), imported.choose(choice));
  function onClose() {
    forgetImport(place);
    onClosed();
  }
  function close() {
    // Closing again, for example with Esc, does not answer the question whether to lose the remaining rows.
    if (loss !== null) setLeaving(leaving === null ? "close" : null);
    else onClose();
  }
  useClosedByBack({ open: true, onClose: close });

  return (
    <Modal
      open
      width="wide"
      onClose={close}
      title="Import lines"
      description={describeSource(state)}
      footer={
        leaving !== null && loss !== null ? (
          <Leaving
            loss={loss}
            closing={closing}
            leaving={leaving}
            onStay={() => setLeaving(null)}
            onSetAside={leaving === "close" && isKept ? () => (setAside(), onSetAside()) : null}
            onLeave={leaving === "close" ? onClose : startAgain}
          />
        ) : (
          <Foot
            // Only what was typed into rows is not in the table itself.
            onStartAgain={!isOpen ? null : () => (edits.size > 0 ? setLeaving("start again") : startAgain())}
            onClose={close}
            closing={closing}
            adding={setFooter}
          />
        )
      }
    >
      <div ref={content}>
        {state.kind === "refused" ? (
          <Banner tone="refused" live="alert" className="mb-4" title={`Couldn't import ${state.name}`}>
            {state.message}
          </Banner>
        ) : null}
        {state.kind === "empty" || state.kind === "refused" ? (
          <ImportStart onGive={open} typed={typed} onType={setTyped} />
        ) : null}
        {state.kind === "reading" ? <SkeletonRows rows={6} label={`Reading ${state.name}`} /> : null}
        {isOpen ? (
          <Reviewed
            state={state}
            imported={imported}
            hasAdded={hasAdded}
            onChoose={chooseAnew}
            table={{
              edits,
              lines,
              onClose,
              added: added ?? NONE_ADDED,
              onAdd: (fresh, products) => {
                setTyped(NOTHING_TYPED);
                return onAdd(fresh, products);
              },
              onAdded: setAdded,
              onLeft: setLeft,
              footer,
            }}
          />
        ) : null}
      </div>
    </Modal>
  );
}

/** The button that adds the lines that are ready (CheckedTable.tsx). */
const ADDING = "[data-adds-lines]";
/** The heading of the questions about a table (ImportQuestions.tsx). */
const ASKING = "[data-asks]";
/** What needs work next. */
const NEXT = `${ASKING}, [aria-invalid=true]`;

/** The focus is on "Close" after a table was pasted: Enter has to add what is ready, not to discard it, and to answer no question. */
function useFocusOnNext(content: RefObject<HTMLDivElement | null>, next: string | number | null): void {
  const focusNext = useEffectEvent(() => {
    if (content.current?.contains(document.activeElement) === true) return;
    content.current?.closest("dialog")?.querySelector<HTMLElement>(`${ADDING}, ${ASKING}`)?.focus();
  });
  // With what is shown, not a moment later: a key that was meant for it would press "Close".
  useLayoutEffect(() => {
    if (next !== null) focusNext();
  }, [next]);
}

type Loss = { says: string; isOne: boolean };

/** What closing would lose; null: nothing. */
function lossOf(state: ImportState, left: number, typed: string): Loss | null {
  if (state.kind !== "table") {
    const isTyped = state.kind !== "reading" && typed.trim() !== "";
    return isTyped ? { says: "What was typed has not been checked.", isOne: true } : null;
  }
  const rows = state.check.kind === "checked" ? left : dataRowCount(state.summary, state.settings);
  return rows === 0
    ? null
    : { says: `${counted(rows, "row has", "rows have")} not been added.`, isOne: rows === 1 };
}

/** Where rows are only in this page's memory, the browser asks before the page is closed or loaded again. */
function useWarningBeforeUnload(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}

function describeSource(state: ImportState): string {
  if (state.kind === "empty" || state.kind === "refused") {
    return "Paste rows from a spreadsheet, or choose a CSV or XLSX file. Nothing is ordered yet.";
  }
  if (state.kind === "reading") return `Reading ${state.name}…`;
  return `${isolated(state.name)} · ${counted(dataRowCount(state.summary, state.settings), "row", "rows")}`;
}

/** Asks whether to lose the remaining rows; takes the focus meanwhile and gives it back. */
function Leaving({
  loss,
  leaving,
  closing,
  onStay,
  onSetAside,
  onLeave,
}: {
  loss: Loss;
  leaving: "close" | "start again";
  /** The close button, which this replaces. */
  closing: RefObject<HTMLButtonElement | null>;
  onStay: () => void;
  /** Null: the rows can't be kept. */
  onSetAside: (() => void) | null;
  onLeave: () => void;
}) {
  const stay = useRef<HTMLButtonElement>(null);
  const giveBack = useEffectEvent((before: Element | null) => {
    // If the button that was pressed is gone, the one in its place gets the focus.
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    (isThere ? before : closing.current)?.focus();
  });
  useEffect(() => {
    const before = document.activeElement;
    stay.current?.focus();
    return () => giveBack(before);
  }, []);
  return (
    <>
      <p role="alert" className="me-auto self-center text-ink-soft">
        {loss.says}
      </p>
      <Button ref={stay} onClick={onStay}>
        Keep importing
      </Button>
      {onSetAside === null ? null : <Button onClick={onSetAside}>Continue later</Button>}
      <Button variant="danger" onClick={onLeave}>
        {`${leaving === "close" ? "Close" : "Choose another"} without ${loss.isOne ? "it" : "them"}`}
      </Button>
    </>
  );
}

/** `adding`: takes the place of the button that adds lines. */
function Foot({
  onStartAgain,
  onClose,
  closing,
  adding,
}: {
  onStartAgain: (() => void) | null;
  onClose: () => void;
  closing: Ref<HTMLButtonElement>;
  adding: Ref<HTMLSpanElement>;
}) {
  return (
    <>
      {onStartAgain === null ? null : (
        <Button variant="quiet" className="me-auto" onClick={onStartAgain}>
          Choose another table
        </Button>
      )}
      <Button ref={closing} onClick={onClose}>
        Close
      </Button>
      <span ref={adding} className="contents" />
    </>
  );
}
