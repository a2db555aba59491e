let singleKeys = true;

/** Single-letter shortcuts can be switched off in the user's account; keys with Ctrl or Alt stay. */
export function allowSingleKeys(allowed: boolean): void {
  singleKeys = allowed;
}

/** Whether the event comes from a text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select, [role="combobox"], [role="textbox"]')) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range', 'submit'].includes(target.type);
}

/** Whether a single-letter shortcut may act now: switched on, not typing, no dialog open, no modifier held. */
export function mayUseSingleKey(event: Pick<KeyboardEvent, 'target' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  const dialog = document.querySelector('[aria-modal="true"]');
  return !dialog || (event.target instanceof Node && dialog.contains(event.target));
}
