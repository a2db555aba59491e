/** The origin of the local report service, as set in the page; null in production, where only Microsoft's hosts are accepted. */
export function reportOrigin(): string | null {
  try {
    const boot: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? 'null');
    const origin = boot && typeof boot === 'object' && 'reportOrigin' in boot ? boot.reportOrigin : null;
    return typeof origin === 'string' && origin !== '' ? origin : null;
  } catch {
    return null;
  }
}
