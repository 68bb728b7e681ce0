/** How a person finds something on a page: by its role and name, or by a text. */
export type Sought = {
  role?: keyof typeof SELECTORS;
  /** The whole name or text, or a part of it that a pattern finds. */
  name?: string | RegExp;
  within?: Sought;
};

export type Found = {
  count: number;
  /** The middle of the first one, in the window. */
  x: number;
  y: number;
  /** Whether a press there reaches it. */
  pressable: boolean;
  focused: boolean;
  text: string;
  value: string;
};

/** Which elements have a role, as far as our pages need it. */
export const SELECTORS = {
  button: "button, [role=button]",
  link: "a[href]",
  textbox: "input:not([type=checkbox], [type=radio], [type=search], [type=file], [role]), textarea",
  searchbox: "input[type=search]:not([role])",
  combobox: "[role=combobox], select",
  checkbox: "input[type=checkbox]",
  option: "[role=option]",
  menuitem: "[role=menuitem]",
  dialog: "dialog[open], [role=dialog]",
  region: "section, [role=region]",
  heading: "h1, h2, h3",
  row: "tr, [role=row]",
  main: "main",
  group: "[role=group], fieldset",
} as const;

type Step = { selector: string | null; name: { text: string; isPattern: boolean; flags: string } | null };

/** What goes to the page: from the outermost part to the thing itself. */
export function stepsTo({ role, name, within }: Sought): Step[] {
  const own: Step = {
    selector: role === undefined ? null : SELECTORS[role],
    name:
      name === undefined
        ? null
        : typeof name === "string"
          ? { text: name, isPattern: false, flags: "" }
          : { text: name.source, isPattern: true, flags: name.flags },
  };
  return [...(within === undefined ? [] : stepsTo(within)), own];
}

/** Runs in the page, and so uses nothing outside of itself. Returns the first element that fits, brought into view. */
export function locate(steps: Step[]): Found {
  const squeeze = (text: string | null | undefined): string => (text ?? "").replaceAll(/\s+/g, " ").trim();
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const hidden = element.closest("[inert], [aria-hidden=true]");
    return (
      width > 0 && height > 0 && hidden === null && element.checkVisibility({ visibilityProperty: true })
    );
  };
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    if (ids.length > 0) return squeeze(ids.map((id) => document.getElementById(id)?.textContent).join(" "));
    const label = element.getAttribute("aria-label");
    if (label !== null) return squeeze(label);
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    ) {
      return squeeze([...(element.labels ?? [])].map(({ textContent }) => textContent).join(" "));
    }
    return squeeze(element.textContent);
  };
  const fits = (name: string, wanted: Step["name"]): boolean =>
    wanted === null ||
    (wanted.isPattern ? new RegExp(wanted.text, wanted.flags).test(name) : name === wanted.text);

  let roots: Element[] = [document.documentElement];
  for (const { selector, name } of steps) {
    const inside = roots.flatMap((root) => [...root.querySelectorAll(selector ?? "body *")]);
    const matching = [...new Set(inside)].filter(
      (element) =>
        fits(selector === null ? squeeze(element.textContent) : nameOf(element), name) && isVisible(element),
    );
    // A text is where it stands itself, not in everything around.
    roots =
      selector === null
        ? matching.filter((one) => !matching.some((other) => other !== one && one.contains(other)))
        : matching;
  }
  const [element] = roots;
  if (element === undefined)
    return { count: 0, x: 0, y: 0, pressable: false, focused: false, text: "", value: "" };
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const [middleX, middleY] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const hit = document.elementFromPoint(middleX, middleY);
  const isDisabled = element.matches(":disabled, [aria-disabled=true]");
  return {
    count: roots.length,
    x: middleX,
    y: middleY,
    pressable: !isDisabled && hit !== null && (element.contains(hit) || hit.contains(element)),
    focused: document.activeElement === element,
    text: squeeze(element.textContent),
    value: "value" in element ? String(element.value) : "",
  };
}
