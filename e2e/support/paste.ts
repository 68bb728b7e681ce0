import type { Page } from "@playwright/test";

/** Pastes as a spreadsheet program does: the text is on the clipboard, with its formatted copy, whatever has the focus. */
export async function paste(page: Page, text: string, html = ""): Promise<void> {
  await page.evaluate(
    ([given, copy]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", given);
      if (copy !== "") clipboardData.setData("text/html", copy);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [text, html] as const,
  );
}
