import type { Locator, Page } from "@playwright/test";
import { paste } from "./paste.ts";

/** Does what a person does, and counts it: each key or shortcut, each click, and each text that is typed or pasted in one go. */
export class Presses {
  readonly #page: Page;
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.#count;
  }

  async key(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.#count += 1;
    }
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#count += 1;
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.#count += 1;
  }

  async paste(text: string): Promise<void> {
    await paste(this.#page, text);
    this.#count += 1;
  }

  /** Opens the search of every page, types, and presses Enter once something was found. */
  async search(text: string): Promise<void> {
    await this.key("Control+k");
    const palette = this.#page.getByRole("dialog", { name: "Search or jump to" });
    await this.type(palette.getByRole("combobox"), text);
    await this.key("Enter");
  }
}
