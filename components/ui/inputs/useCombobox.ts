import { useId, useState, type ChangeEvent, type ComponentProps, type KeyboardEvent } from "react";

export type ComboboxOptions<Option> = {
  /** What is typed; the caller finds the options for it. */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** Names an option among the others; stays the same while the list is updated. */
  keyOf: (option: Option) => string | number;
  onChoose: (option: Option) => void;
  /** Names the list of options. */
  listLabel: string;
  /** The options belong to an earlier text: they are shown, but Enter chooses none of them. */
  isStale?: boolean;
  /** The list opens below the field while something is typed, and closes with Esc or the focus; else it is always there. */
  isPopup?: boolean;
};

export type Combobox<Option> = {
  /** Whether the list is to be seen. */
  isOpen: boolean;
  inputProps: ComponentProps<"input">;
  listProps: ComponentProps<"div">;
  /** The focus and its keys stay with the field: an option is only pointed at. */
  optionProps: (option: Option, index: number) => ComponentProps<"div">;
};

/** A text field with a list of options (the ARIA combobox pattern): arrows move through the list, Enter chooses. */
export function useCombobox<Option>(given: ComboboxOptions<Option>): Combobox<Option> {
  const { text, onText, options, keyOf, onChoose, listLabel, isStale = false, isPopup = false } = given;
  const id = useId();
  const [place, setPlace] = useState(0);
  const [isRequested, setRequested] = useState(false);
  const isOpen = !isPopup || (isRequested && text.trim() !== "");
  const active = Math.min(place, options.length - 1);
  const chosen = isOpen && !isStale ? options[active] : undefined;
  const idOf = (option: Option) => `${id}-${keyOf(option)}`;

  function choose(option: Option) {
    setPlace(0);
    setRequested(false);
    onChoose(option);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setRequested(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen && options.length > 0) setPlace((active + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (chosen !== undefined) choose(chosen);
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
        setPlace(0);
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
      onMouseMove: () => setPlace(index),
      // The field keeps the focus.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => choose(option),
    }),
  };
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
