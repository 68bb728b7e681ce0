import { cx } from "#components/ui/cx.ts";

export type SliderProps = {
  label: string;
  /** From 0 to `last`, both included. */
  position: number;
  last: number;
  /** The meaning of the position, as it is read out. */
  valueText: string;
  onPosition: (position: number) => void;
  className?: string;
};

/** The platform's own slider over numbered positions: arrows, Page Up and Down, Home and End; 44 px high for fingers. */
export function Slider({ label, position, last, valueText, onPosition, className }: SliderProps) {
  return (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={position}
      aria-label={label}
      aria-valuetext={valueText}
      onChange={(event) => onPosition(Number(event.target.value))}
      className={cx("slider h-11 w-full cursor-pointer appearance-none bg-transparent", className)}
    />
  );
}
