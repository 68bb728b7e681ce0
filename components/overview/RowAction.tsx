import type { Problem } from "#lib/contracts/problem.ts";
import { Button } from "#components/ui/actions/Button.tsx";

export type RowActionProps = {
  /** Says which order it is about, for people who cannot see the row. */
  label: string;
  isPending: boolean;
  /** Why it failed. */
  problem: Problem | null;
  /** It was only too early: nothing has gone wrong. */
  isEarly?: boolean;
  onPress: () => void;
  children: string;
};

/** A button on the row of an order, above the link that fills the row, with what came of it. */
export function RowAction({ label, isPending, problem, isEarly = false, onPress, children }: RowActionProps) {
  return (
    <>
      <Button size="small" className="z-1" aria-label={label} loading={isPending} onClick={onPress}>
        {children}
      </Button>
      {problem ? (
        <span
          role={isEarly ? "status" : "alert"}
          className={`block text-[0.8125rem] ${isEarly ? "text-ink-soft" : "text-refused"}`}
        >
          {problem.detail}
        </span>
      ) : null}
    </>
  );
}
