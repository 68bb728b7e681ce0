import { formatCount } from "#lib/text/counts.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";

export type ChoiceGroupProps<Value extends string> = {
  title: string;
  counts: readonly { value: Value; label: string; count: number }[];
  isChosen: (value: Value) => boolean;
  onToggle: (value: Value) => void;
};

/** A few choices in words of our own, each with the number of rows that it would show. */
export function ChoiceGroup<Value extends string>({
  title,
  counts,
  isChosen,
  onToggle,
}: ChoiceGroupProps<Value>) {
  return (
    <fieldset className="border-b border-line py-3 first:pt-0">
      <legend className="float-start mb-1 w-full text-[0.8125rem] font-semibold">{title}</legend>
      <div className="clear-both">
        {counts.map(({ value, label, count }) => (
          <Checkbox
            key={value}
            checked={isChosen(value)}
            onChange={() => onToggle(value)}
            label={label}
            trailing={formatCount(count)}
          />
        ))}
      </div>
    </fieldset>
  );
}
