import { useId, useState, type ChangeEvent, type ComponentProps, type KeyboardEvent } from "react";
import { isComposing } from "./isComposing.ts";

export type ComboboxOptions<Option> = {
  /** The typed text; the caller finds the options for it. */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** Identifies an option; stays the same while the list is updated. */
  keyOf: (option: Option) => string | number;
  onChoose: (option: Option) => void;
  /** Called when Enter in the open list found nothing to choose, for example because the options for the text are not there yet. */
  onEnterEarly?: (field: HTMLInputElement) => void;
  /** Names the list of options. */
  listLabel: string;
  /** The options, or those for which it returns true, belong to an earlier text: they are shown, but Enter does not choose them. */
  isStale?: boolean | ((option: Option) => boolean);
  /** The list opens below the field while there is text, and closes with Esc or when the focus leaves; otherwise it is always visible. */
  isPopup?: boolean;
};

export type Combobox<Option> = {
  /** Whether the list is visible. */
  isOpen: boolean;
  inputProps: ComponentProps<"input">;
  listProps: ComponentProps<"div">;
  /** The focus stays in the field, which handles the keys: an option is only pointed at. */
  optionProps: (option: Option, index: number) => ComponentProps<"div">;
};

/** A text field with a list of options (the ARIA combobox pattern): arrows move through the list, Enter chooses. */
export function useCombobox<Option>(given: ComboboxOptions<Option>): Combobox<Option> {
  const { text, onText, options, keyOf, onChoose, onEnterEarly, listLabel } = given;
  const { isStale = false, isPopup = false } = given;
  const id = useId();
  // Also by its key: options that arrive above it must not put another one in its place.
  const [pointed, setPointed] = useState<{ key: string | number; index: number } | null>(null);
  const [isRequested, setRequested] = useState(false);
  const isOpen = !isPopup || (isRequested && text.trim() !== "");
  const known = pointed === null ? 0 : options.findIndex((option) => keyOf(option) === pointed.key);
  const active = Math.min(known >= 0 ? known : (pointed?.index ?? 0), options.length - 1);
  const at = isOpen ? options[active] : undefined;
  const chosen = at === undefined || (typeof isStale === "function" ? isStale(at) : isStale) ? undefined : at;
  const idOf = (option: Option) => `${id}-${keyOf(option)}`;

  function pointAt(index: number) {
    const option = options[index];
    setPointed(option === undefined ? null : { key: keyOf(option), index });
  }

  function choose(option: Option) {
    setPointed(null);
    setRequested(false);
    onChoose(option);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setRequested(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen && options.length > 0) pointAt((active + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (chosen !== undefined) choose(chosen);
      else if (isOpen) onEnterEarly?.(event.currentTarget);
    } else if (event.key === "Escape" && isPopup && isOpen) {
      event.preventDefault();
      setRequested(false);
    }
  }

  return {
    isOpen,
    inputProps: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list",
      "aria-activedescendant": chosen === undefined ? undefined : idOf(chosen),
      autoComplete: "off",
      spellCheck: false,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setPointed(null);
        setRequested(true);
        onText(event.target.value);
      },
      onFocus: () => setRequested(true),
      onBlur: () => setRequested(false),
      onKeyDown,
    },
    listProps: { id: `${id}-list`, role: "listbox", "aria-label": listLabel },
    optionProps: (option, index) => ({
      id: idOf(option),
      role: "option",
      "aria-selected": index === active,
      ref: index === active ? scrollIntoView : undefined,
      onMouseMove: () => pointAt(index),
      // The field keeps the focus.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => choose(option),
    }),
  };
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
