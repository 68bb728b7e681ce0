import { useState } from "react";

/**
 * The values of a form about something that others may change meanwhile: what is saved by now, with what was edited here. So a save by
 * somebody else neither discards edits nor is hidden by values that nobody has edited.
 */
export function useEdits<Values extends object>(saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  return {
    values: { ...saved, ...edits },
    edit: (values: Partial<Values>) => setEdits((now) => ({ ...now, ...values })),
    /** After the edits were saved. */
    forget: () => setEdits({}),
  };
}
