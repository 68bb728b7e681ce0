/** Keys, as printed on them, and what they do. */
export type Shortcut = { keys: readonly string[]; does: string };

/** The shortcuts of some pages. `paths`: the beginnings of these pages' addresses; null: every page. */
export type ShortcutGroup = {
  id: string;
  title: string;
  paths: readonly RegExp[] | null;
  shortcuts: readonly Shortcut[];
};

/** All shortcuts, as the list of shortcuts and the help page show them. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    id: "everywhere",
    title: "On every page",
    paths: null,
    shortcuts: [
      { keys: ["Ctrl K", "⌘ K"], does: "Search, or jump to a page, an order, a product or an action" },
      { keys: ["G O", "G C", "G N", "G W"], does: "Go to orders, catalog, new order, wallet" },
      { keys: ["G H", "G L"], does: "Go to the overview, look up" },
      { keys: ["C"], does: "Open the order that you are building" },
      { keys: ["J", "K"], does: "In a list: the next row, the one before" },
      { keys: ["X"], does: "In a list: select the row" },
      { keys: ["?"], does: "Show the shortcuts of the page you are on" },
      { keys: ["Esc"], does: "Close what is open: a dialog, a menu, a list" },
      { keys: ["↑", "↓"], does: "Move through a list of suggestions or a menu" },
      { keys: ["Enter"], does: "Choose the highlighted item" },
    ],
  },
  {
    id: "catalog",
    title: "In the catalog",
    paths: [/^\/catalog$/],
    shortcuts: [
      { keys: ["Enter"], does: "In the quantity of a row: add the product to your order" },
      { keys: ["↑", "↓"], does: "In the amount of an open product: the next valid amount" },
    ],
  },
  {
    id: "builder",
    title: "In the order builder",
    paths: [/^\/orders\/new$/],
    shortcuts: [
      { keys: ["Enter", "↓"], does: "Same field in the next row; below the last one, another product" },
      { keys: ["Shift Enter", "↑"], does: "Same field in the row above" },
      { keys: ["←", "→"], does: "At the end of a field's text: the field beside it" },
      { keys: ["Ctrl Home", "Ctrl End"], does: "First or last row" },
      { keys: ["Alt ↑", "Alt ↓"], does: "In an amount: the next valid amount" },
      { keys: ["Ctrl Enter", "⌘ Enter"], does: "Review the order; in the review, twice: place it" },
      { keys: ["Ctrl Z", "⌘ Z"], does: "Undo" },
      { keys: ["Ctrl Shift Z", "Ctrl Y", "⌘ Shift Z"], does: "Redo" },
    ],
  },
  {
    id: "order-list",
    title: "In the list of orders",
    paths: [/^\/orders$/],
    shortcuts: [
      { keys: ["Space"], does: "On an order: a quick view of it; in the view: close it" },
      { keys: ["↑", "↓"], does: "In the quick view: another order of the list" },
    ],
  },
  {
    id: "orders",
    title: "In lists with filters",
    paths: [/^\/orders$/, /^\/audit$/],
    shortcuts: [
      { keys: ["Enter"], does: "In a filter: apply it" },
      { keys: ["←", "→", "↑", "↓"], does: "In the calendar: another day" },
      { keys: ["Page Up", "Page Down"], does: "In the calendar: another month" },
    ],
  },
  {
    id: "lookup",
    title: "In Look up",
    paths: [/^\/lookup$/],
    shortcuts: [{ keys: ["Ctrl Enter", "⌘ Enter"], does: "Look up the references that you pasted" }],
  },
];

/** The shortcuts of a page, its own before those of every page. */
export function shortcutsOn(pathname: string): ShortcutGroup[] {
  const own = SHORTCUT_GROUPS.filter(({ paths }) => paths?.some((path) => path.test(pathname)) === true);
  return [...own, ...SHORTCUT_GROUPS.filter(({ paths }) => paths === null)];
}
