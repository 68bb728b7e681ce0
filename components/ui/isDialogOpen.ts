/** Whether a dialog is open: it covers the page, which can be neither read nor used meanwhile. */
export function isDialogOpen(): boolean {
  return document.querySelector("dialog:modal") !== null;
}
