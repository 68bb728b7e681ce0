import { shownWidth } from "#lib/orders/import/table/shownWidth.ts";
import type { Look } from "./looks.ts";

/** An element that stands beside the other text of its cell, whatever their order. */
type Float = { side: "left" | "right" };
/** An element that clips its text, with the pixels that it has for it. */
type Room = { width: number; fontSize: number; text: string };

/** Where the text of an element is within its cell. */
export type Flow = {
  float: Float | null;
  /** The elements around the text that clip it. */
  rooms: readonly Room[];
  /** Of the element itself; null: it does not clip. */
  room: Room | null;
  clips: boolean;
  isShifted: boolean;
  /** In pixels. */
  fontSize: number;
};

/** Of most pages and programs, a little smaller than a browser's own. */
const FONT_SIZE = 13;
/** How wide a digit is in proportion to the size of its font. */
const DIGIT = 0.5;

export const NO_FLOW: Flow = {
  float: null,
  rooms: [],
  room: null,
  clips: false,
  isShifted: false,
  fontSize: FONT_SIZE,
};

type OwnFlow = Pick<Look, "float" | "width" | "mostWidth" | "isClipped" | "isShifted" | "fontSize">;

/** The flow in an element. What is around a cell neither clips nor moves the text in it; a cell is as wide as its text, unless it has a limit. */
export function flowWithin(around: Flow, own: OwnFlow, place: "cell" | "in cell" | "outside"): Flow {
  const fontSize = own.fontSize ?? around.fontSize;
  if (place === "outside") return { ...NO_FLOW, fontSize };
  const before = place === "cell" ? NO_FLOW : around;
  const width = place === "cell" ? own.mostWidth : least(own.width, own.mostWidth);
  const room = own.isClipped && width !== null ? { width, fontSize, text: "" } : null;
  return {
    float: place === "in cell" && own.float !== null ? { side: own.float } : before.float,
    rooms: room === null ? before.rooms : [...before.rooms, room],
    room,
    clips: before.clips || own.isClipped,
    isShifted: before.isShifted || own.isShifted,
    fontSize,
  };
}

function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Whether an end of a number does not fit where it is clipped. */
export function isCutOff({ width, fontSize, text }: Room): boolean {
  return shownWidth(text.trim()) * fontSize * DIGIT > width;
}

/** The order in which the parts of a cell's text are seen. */
export class SeenOrder {
  #isBegun = false;
  #right: Float | null = null;

  /** Whether a part is seen before one that is written before it. */
  isMoved({ float }: Flow): boolean {
    const isBeforeOthers = float?.side === "left" && this.#isBegun;
    const isBeforeRight = this.#right !== null && this.#right !== float;
    if (float?.side === "right") this.#right = float;
    if (float?.side !== "left") this.#isBegun = true;
    return isBeforeOthers || isBeforeRight;
  }
}
