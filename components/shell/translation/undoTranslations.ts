/**
 * A browser's page translation puts `<font>` elements in the place of text nodes. React doesn't know, and changes or removes the text
 * node that it made: the change is not seen, and the removal throws, which takes the whole page down. From here on, a node that a
 * translator has replaced stands for its replacement: what React changes appears, in the page's own language, and what it removes goes.
 * The translator then sees a new text, and translates that.
 */
export function undoTranslations(): void {
  const replacements = new WeakMap<Node, Element>();
  const fonts = new WeakSet<Element>();
  const note = (records: readonly MutationRecord[]): void => {
    for (const record of records) noteReplaced(record, replacements, fonts);
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  /** The replacement of a node within `parent`; undefined if the node is there itself. */
  const standIn = (node: unknown, parent: Node | null): Element | undefined => {
    // Libraries leave arguments out where the browser allows it; the browser itself says what is wrong with others.
    if (!(node instanceof Node)) return undefined;
    if (node.parentNode === parent && parent !== null) return undefined;
    note(observer.takeRecords());
    const outermost = outermostFont(replacements.get(node) ?? node.parentNode);
    return outermost !== null && (parent === null || outermost.parentNode === parent) ? outermost : undefined;
  };
  patchRemoveChild(standIn);
  patchInsertions(standIn);
  patchNodeValue(standIn);
}

type StandIn = (node: unknown, parent: Node | null) => Element | undefined;

function isFont(node: Node | null | undefined): node is Element {
  return node instanceof Element && node.localName === "font";
}

function outermostFont(node: Node | null): Element | null {
  let outermost: Element | null = null;
  for (let each = node; isFont(each); each = each.parentNode) outermost = each;
  return outermost;
}

/** A text node is replaced at once, or its replacement is first put beside it. An element replaces one text node. */
function noteReplaced(
  { addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord,
  replacements: WeakMap<Node, Element>,
  fonts: WeakSet<Element>,
): void {
  const [removed] = removedNodes;
  if (removed?.nodeType !== Node.TEXT_NODE || removed.isConnected) return;
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => isFont(node) && !fonts.has(node));
  if (!isFont(font)) return;
  replacements.set(removed, font);
  fonts.add(font);
}

// React calls these methods of nodes itself, so there is no other place between it and the document.

function patchRemoveChild(standIn: StandIn): void {
  const native = Reflect.get(Node.prototype, "removeChild");
  Node.prototype.removeChild = function removeChild<T extends Node>(this: Node, child: T): T {
    const inPlace = standIn(child, this);
    if (inPlace === undefined) return Reflect.apply(native, this, [child]);
    Reflect.apply(native, this, [inPlace]);
    return child;
  };
}

function patchInsertions(standIn: StandIn): void {
  const insert = Reflect.get(Node.prototype, "insertBefore");
  Node.prototype.insertBefore = function insertBefore<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const place = standIn(before, this) ?? before;
    removeStandIn(standIn, node);
    return Reflect.apply(insert, this, [node, place]);
  };
  const append = Reflect.get(Node.prototype, "appendChild");
  Node.prototype.appendChild = function appendChild<T extends Node>(this: Node, node: T): T {
    removeStandIn(standIn, node);
    return Reflect.apply(append, this, [node]);
  };
}

/** A text that moves takes its translation along. */
function removeStandIn(standIn: StandIn, node: unknown): void {
  if (node instanceof Node && node.nodeType === Node.TEXT_NODE && node.parentNode === null)
    standIn(node, null)?.remove();
}

function patchNodeValue(standIn: StandIn): void {
  const native = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  if (native === undefined) return;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...native,
    set(this: Node, value: string | null) {
      if (this.nodeType === Node.TEXT_NODE && (this.parentNode === null || isFont(this.parentNode))) {
        standIn(this, null)?.replaceWith(this);
      }
      native.set?.call(this, value);
    },
  });
}
