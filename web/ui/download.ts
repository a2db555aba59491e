/** Downloads a file to the user's device. */
export function downloadFile(filename: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The download has started by then; release the memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
