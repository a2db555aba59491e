import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const waitForHeadingMs = 5000;

/** Moves focus to the page's heading once it is rendered, unless the user has moved on to something else. */
function focusHeading(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => undefined;
  const before = document.activeElement;
  const attempt = () => {
    if (document.activeElement !== before && document.activeElement !== document.body) return true;
    const heading = main.querySelector<HTMLElement>('h1');
    if (!heading) return false;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => attempt() && observer.disconnect());
  observer.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), waitForHeadingMs);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** By then a drawer that opened or closed has moved the focus itself. */
const lostAfterMs = 400;

/**
 * A new path scrolls to the top and focuses the heading; new search parameters do neither (Spec 2). Where they replaced what had the focus,
 * as the next step of a form does, the heading gets it, so that the keyboard goes on from there.
 */
export function useArrival(): void {
  // The address changes before the page does; `resolvedLocation` follows the page.
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef<string | null>(null);
  // Scroll position and focus belong to the document, and change only once the page is there.
  useEffect(() => {
    if (path === undefined) return;
    const first = shown.current === null;
    shown.current = path;
    if (first && performance.now() < 1500) return;
    window.scrollTo(0, 0);
    return focusHeading();
  }, [path]);
  const href = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const last = useRef(href);
  // The browser drops the focus of a removed element without an event.
  useEffect(() => {
    if (last.current === undefined) last.current = href;
    if (last.current === href) return;
    last.current = href;
    const timer = setTimeout(() => document.activeElement === document.body && focusHeading(), lostAfterMs);
    return () => clearTimeout(timer);
  }, [href]);
}
