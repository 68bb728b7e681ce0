import { cx } from "#components/ui/cx.ts";

// The platform's own track is white on a dark page. Chromium and Safari know one set of names, Firefox another.
const TRACK =
  "[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-line-strong [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong";
/** The border shows where the system chooses the colours. */
const THUMB =
  "[&::-webkit-slider-thumb]:-mt-[7px] [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border [&::-webkit-slider-thumb]:border-transparent [&::-webkit-slider-thumb]:bg-accent [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border [&::-moz-range-thumb]:border-transparent [&::-moz-range-thumb]:bg-accent";

export type SliderProps = {
  label: string;
  /** From 0 to `last`, both included. */
  position: number;
  last: number;
  /** What the position stands for, as it is read out. */
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
      className={cx("h-11 w-full cursor-pointer appearance-none bg-transparent", TRACK, THUMB, className)}
    />
  );
}
