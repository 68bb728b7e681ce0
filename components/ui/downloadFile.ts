/** Makes the browser save a file that was created here. */
export function downloadFile(name: string, content: BlobPart, type?: string): void {
  const address = URL.createObjectURL(new Blob([content], type === undefined ? {} : { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
