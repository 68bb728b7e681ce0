import type { IconNode } from "lucide";

type Attributes = IconNode[number][1];

const outlines = new WeakMap<IconNode, string>();

/**
 * The lines of an icon as the data of a single path. Icons consist of up to nine elements, and a page has fifty icons: elements
 * that the server writes, and that browsers parse, style and lay out before the first paint.
 */
export function outlineOf(icon: IconNode): string {
  const known = outlines.get(icon);
  if (known !== undefined) return known;
  const outline = icon.map(([tag, attributes]) => pathOf(tag, attributes)).join("");
  outlines.set(icon, outline);
  return outline;
}

/** @throws Error for an element that icons do not contain. */
function pathOf(tag: string, attributes: Attributes): string {
  const at = (name: string) => Number(attributes[name] ?? 0);
  switch (tag) {
    case "path":
      return fromOrigin(String(attributes.d));
    case "line":
      return `M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`;
    case "polyline":
      return `M${String(attributes.points)}`;
    case "polygon":
      return `M${String(attributes.points)}z`;
    case "circle":
      return (
        ellipse(at("cx"), at("cy"), at("r"), at("r")) +
        (attributes.fill === undefined ? "" : dot(at("cx"), at("cy")))
      );
    case "ellipse":
      return ellipse(at("cx"), at("cy"), at("rx"), at("ry"));
    case "rect":
      return rectangle(at("x"), at("y"), at("width"), at("height"), at("rx"));
    default:
      throw new Error(`an icon has a <${tag}>: draw it as a path here`);
  }
}

/** A relative command at the beginning counts from the origin, but here something precedes it. */
function fromOrigin(path: string): string {
  return path.startsWith("m") ? `M0 0${path}` : path;
}

/** Covers the middle of a filled circle; those in icons are smaller than the width of a line. */
function dot(x: number, y: number): string {
  return `M${x} ${y}h0`;
}

function ellipse(x: number, y: number, radiusX: number, radiusY: number): string {
  const half = `a${radiusX} ${radiusY} 0 1 0`;
  return `M${x - radiusX} ${y}${half} ${2 * radiusX} 0${half} ${-2 * radiusX} 0z`;
}

function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const corner = (toX: number, toY: number) => `a${radius} ${radius} 0 0 1 ${toX} ${toY}`;
  const across = width - 2 * radius;
  const down = height - 2 * radius;
  return [
    `M${x + radius} ${y}h${across}`,
    `${corner(radius, radius)}v${down}`,
    `${corner(-radius, radius)}h${-across}`,
    `${corner(-radius, -radius)}v${-down}`,
    `${corner(radius, -radius)}z`,
  ].join("");
}
