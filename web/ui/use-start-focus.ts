import { type RefObject, useCallback } from 'react';

const reachable = 'a[href], input, select, textarea, button, summary, [contenteditable], [tabindex]';
const patienceMs = 10_000;
const stepMs = 50;

const takesFocus = (place: HTMLElement): boolean =>
  !place.matches(':disabled, [type="hidden"], [tabindex="-1"], [aria-hidden="true"], [hidden]');

/**
 * The ref of a layer's content, which decides the initial focus: an element marked with `data-autofocus`, else the first focusable
 * one, else the layer itself. The library looks only once, and finds nothing while the page is still loading code.
 */
export function useStartFocus(content: RefObject<HTMLElement | null>): (layer: HTMLElement | null) => void {
  return useCallback(
    (layer: HTMLElement | null) => {
      content.current = layer;
      if (layer) startFocus(layer);
    },
    [content],
  );
}

function startFocus(layer: HTMLElement): void {
  const marked = layer.querySelector<HTMLElement>('[data-autofocus]');
  const place = marked ?? [...layer.querySelectorAll<HTMLElement>(reachable)].find(takesFocus);
  if (!marked && place) place.dataset.autofocus = '';
  setTimeout(() => {
    if (layer.isConnected && isHidden(layer)) focusWhenShown(layer, place ?? layer, performance.now() + patienceMs);
  });
}

const isHidden = (layer: HTMLElement): boolean => layer.getClientRects().length === 0;

/** Hidden elements cannot take focus: a layer that opened hidden gets it as soon as it is visible. */
function focusWhenShown(layer: HTMLElement, place: HTMLElement, until: number): void {
  setTimeout(() => {
    if (!layer.isConnected || performance.now() > until) return;
    if (isHidden(layer)) focusWhenShown(layer, place, until);
    else if (!layer.contains(document.activeElement)) place.focus({ preventScroll: true });
  }, stepMs);
}
