type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | null | undefined>;

/** Makes an element. Texts become text nodes, so that a label can never become markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function on<E extends HTMLElement>(element: E, event: string, run: (event: Event) => void): E {
  element.addEventListener(event, run);
  return element;
}

/** Replaces what the page shows; `settled` fills it, then the focus goes back to the element of the same `data-key`. */
export function show(shown: HTMLElement, settled: () => void = () => {}): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  document.body.replaceChildren(shown);
  settled();
  if (!focused) return;
  for (const candidate of document.body.querySelectorAll<HTMLElement>('[data-key]'))
    if (candidate.dataset.key === focused) candidate.focus();
}

export type Json = Record<string, unknown>;
export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
