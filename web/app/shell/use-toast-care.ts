import { useEffect } from 'react';
import { toast, toastStore } from '../../ui/toast.ts';
import { useHref } from '../address/address.ts';
import { freeTop } from './free-top.ts';

const controls = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"], [role="button"]';
const layers = '[aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]';

const phoneWidth = 600;

/** By then a drawer or dialog has faded out. */
const layerGoneMs = 400;

/** Places toasts where they cover none of the controls that can be pressed now. */
function place(): void {
  const box = document.querySelector<HTMLElement>('.toasts');
  if (!box || box.childElementCount === 0) return;
  const root = document.documentElement;
  const { left, right, height } = box.getBoundingClientRect();
  const scope = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;
  const spans = [...scope.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => !box.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.right > left && rect.left < right && rect.bottom > 0 && rect.top < innerHeight && rect.width > 0);
  const readHeight = (name: string) => Number.parseFloat(root.style.getPropertyValue(name)) || 0;
  const above = readHeight('--partner-bar') + readHeight('--remote-bars');
  // On a phone they are as wide as the page: only below its controls there may be room.
  const lowest = innerWidth < phoneWidth ? innerHeight - 16 : innerHeight * 0.6;
  root.style.setProperty('--toasts-top', `${freeTop(spans, height, 16 + above, lowest)}px`);
}

/** Escape dismisses the newest toast unless a layer above the page needs the key. */
function onKey(event: KeyboardEvent): void {
  const newest = toastStore.current()[0];
  if (event.key !== 'Escape' || !newest) return;
  const inside = event.target instanceof Element && event.target.closest('.toasts') !== null;
  if (inside || !document.querySelector(layers)) toast.dismiss(newest.id);
}

/** Keeps toasts out of the way; another page, tab or part of the address has its controls elsewhere. */
export function useToastCare(): void {
  const href = useHref();
  // Toasts, keys and the window's size are external to React.
  useEffect(() => {
    let shown = toastStore.current().length;
    const later = () => requestAnimationFrame(place);
    const stop = toastStore.subscribe(() => {
      const now = toastStore.current().length;
      // A dismissed toast frees its space; the others stay where they are read.
      if (now > 0 && now >= shown) later();
      // Shown by a closing drawer: what lies under it becomes pressable again.
      if (now > shown && document.querySelector('[aria-modal="true"]')) setTimeout(place, layerGoneMs);
      shown = now;
    });
    window.addEventListener('resize', later);
    window.addEventListener('keydown', onKey, true);
    return () => {
      stop();
      window.removeEventListener('resize', later);
      window.removeEventListener('keydown', onKey, true);
      document.documentElement.style.removeProperty('--toasts-top');
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the reason.
  useEffect(() => {
    // A page that comes late brings its controls late.
    const timers = [100, 600, 1200, 2400, 4800].map((wait) => setTimeout(place, wait));
    return () => timers.forEach(clearTimeout);
  }, [href]);
}
