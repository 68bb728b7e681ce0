"use client";

import { useState, type ComponentProps } from "react";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

type SearchInputProps = Omit<ComponentProps<typeof TextInput>, "value" | "onChange" | "type"> & {
  value: string;
  onSearch: (text: string) => void;
};

/** A search field that searches on Enter, when the field is left, and when it is cleared. */
export function SearchInput({ value, onSearch, ...rest }: SearchInputProps) {
  const [shown, setShown] = useState(value);
  const [typed, setTyped] = useState(value);
  // The filters were cleared, or the address was changed by the back button.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const search = (text: string) => {
    if (text.trim() !== value) onSearch(text.trim());
  };
  return (
    <TextInput
      {...rest}
      type="search"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        if (event.target.value === "") search("");
      }}
      onBlur={() => search(typed)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isComposing(event.nativeEvent)) search(typed);
      }}
    />
  );
}
