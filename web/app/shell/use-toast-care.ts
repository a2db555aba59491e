import { useEffect } from 'react';
import { toast, toastStore } from '../../ui/toast.ts';
import { freePlace } from './free-place.ts';

const controls = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"], [role="button"]';
const layers = '[aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]';

const phoneWidth = 600;
const margin = 16;

/** Places toasts where they cover none of the controls that can be pressed now. */
function place(): void {
  const box = document.querySelector<HTMLElement>('.toasts');
  if (!box || box.childElementCount === 0) return;
  const root = document.documentElement;
  const { width, height } = box.getBoundingClientRect();
  const scope = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;
  const rects = [...scope.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => !box.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.bottom > 0 && rect.top < innerHeight && rect.width > 0);
  const readHeight = (name: string) => Number.parseFloat(root.style.getPropertyValue(name)) || 0;
  const above = readHeight('--partner-bar') + readHeight('--remote-bars');
  // On a phone they are as wide as the page: only below its controls there may be room.
  const lowest = innerWidth < phoneWidth ? innerHeight - margin : innerHeight * 0.6;
  const size = { width, height, right: root.clientWidth - margin };
  const { top, right } = freePlace(rects, size, { first: margin + above, last: lowest, left: innerWidth * 0.4 });
  root.style.setProperty('--toasts-top', `${top}px`);
  root.style.setProperty('--toasts-right', `${root.clientWidth - right}px`);
}

/** Escape dismisses the newest toast unless a layer above the page needs the key. */
function onKey(event: KeyboardEvent): void {
  const newest = toastStore.current()[0];
  if (event.key !== 'Escape' || !newest) return;
  const inside = event.target instanceof Element && event.target.closest('.toasts') !== null;
  if (inside || !document.querySelector(layers)) toast.dismiss(newest.id);
}

const settleMs = 100;

/** Keeps toasts out of the way of the page's controls, which may come late, move or go while a toast is shown. */
export function useToastCare(): void {
  // Toasts, keys, the page's elements and the window's size are external to React.
  useEffect(() => {
    let shown = 0;
    let timer = 0;
    const later = () => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        place();
      }, settleMs);
    };
    const page = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !(target instanceof Element && target.closest('.toasts')))) later();
    });
    const stop = toastStore.subscribe(() => {
      const now = toastStore.current().length;
      // A dismissed toast frees its space; the others stay where they are read.
      if (now > 0 && now >= shown) requestAnimationFrame(place);
      if (now > 0) page.observe(document.body, { childList: true, subtree: true });
      else page.disconnect();
      shown = now;
    });
    // A drawer that slides in or out has its controls elsewhere in the end.
    const events = ['resize', 'transitionend'];
    for (const name of events) window.addEventListener(name, later);
    window.addEventListener('keydown', onKey, true);
    return () => {
      stop();
      page.disconnect();
      clearTimeout(timer);
      for (const name of events) window.removeEventListener(name, later);
      window.removeEventListener('keydown', onKey, true);
      for (const side of ['top', 'right']) document.documentElement.style.removeProperty(`--toasts-${side}`);
    };
  }, []);
}
