import type { ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** A question about a table, with a button for each answer. */
export function Ask({ title, says, children }: { title: string; says?: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="partial" live="off" title={title}>
      {says === undefined ? null : <p>{says}</p>}
      <div className="mt-2 flex flex-wrap gap-1.5">{children}</div>
    </Banner>
  );
}

/** A question with a single answer: that the table is right as it is. Otherwise it is changed, or another one is imported. */
export function AskOnce({
  answer,
  onAnswer,
  ...question
}: {
  title: string;
  says: ReactNode;
  answer: string;
  onAnswer: () => void;
}) {
  return (
    <Ask {...question}>
      <Button size="small" onClick={onAnswer}>
        {answer}
      </Button>
    </Ask>
  );
}
