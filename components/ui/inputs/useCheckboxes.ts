"use client";

import { useState, type ChangeEvent } from "react";

/** A set of values chosen by checkboxes; `boxOf` returns the properties of a value's checkbox. */
export function useCheckboxes<Value extends string>(first: readonly Value[]) {
  const [chosen, setChosen] = useState<ReadonlySet<Value>>(() => new Set(first));
  const boxOf = (value: Value) => ({
    checked: chosen.has(value),
    onChange: ({ target: { checked } }: ChangeEvent<HTMLInputElement>) =>
      setChosen((now) => new Set(checked ? [...now, value] : [...now].filter((each) => each !== value))),
  });
  return { chosen, boxOf };
}
