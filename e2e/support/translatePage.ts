import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /** Every text that the translator has taken out of the page. */
    translated?: string[];
  }
}

/**
 * Does to every page from now on what a browser's page translation does: puts `<font>` elements in the place of text nodes, now and
 * whenever the page changes, except inside `translate="no"`. Some text nodes are replaced, others moved inside. The words stay, so that a
 * journey finds them; `window.translated` lists them.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(translator);
}

/** The texts that were translated on the page as it is now. */
export async function translatedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.translated ?? []);
}

function translator(): void {
  const texts: string[] = [];
  window.translated = texts;
  let isInside = false;
  function translate(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    if (root instanceof Text) found.push(root);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) found.push(node);
    }
    for (const text of found) replace(text);
  }
  function replace(text: Text): void {
    const parent = text.parentElement;
    if (parent === null || !/\p{L}/u.test(text.data)) return;
    if (parent.closest("font, script, noscript, style, textarea, title, head, [translate=no]") !== null)
      return;
    texts.push(text.data);
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    outer.append(inner);
    isInside = !isInside;
    if (isInside) {
      text.before(outer);
      inner.append(text);
    } else {
      inner.textContent = text.data;
      text.replaceWith(outer);
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "characterData") translate(target);
      else for (const node of addedNodes) translate(node);
    }
  });
  /** React has taken over the page: its elements have properties of React's. */
  function isTakenOver(): boolean {
    const pressed = [...document.querySelectorAll("main :is(a, button, input)")].at(-1);
    return pressed !== undefined && Object.keys(pressed).some((key) => key.startsWith("__reactProps"));
  }
  function begin(): void {
    if (!isTakenOver()) {
      setTimeout(begin, 50);
      return;
    }
    translate(document.body);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  }
  window.addEventListener("load", begin);
}
