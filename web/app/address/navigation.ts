import { useSyncExternalStore } from 'react';
import { ownPath } from './own-path.ts';

type GoOptions = { replace?: boolean /** Leaves even a form with unsaved changes, because the session has ended. */; force?: boolean };
type Navigate = (to: string, options: GoOptions) => void;

const listeners = new Set<() => void>();
const emit = () => {
  for (const listener of listeners) listener();
};

const byAddressBar: Navigate = (to, { replace }) => {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
};
let navigate = byAddressBar;

/** While the portal is mounted its router navigates; without it the address is changed directly. */
export function setNavigator(next: Navigate | null): void {
  navigate = next ?? byAddressBar;
}

/** Navigates to a path of this portal without a page load. */
export function go(to: string, options: GoOptions = {}): void {
  navigate(ownPath(to) ?? '/', options);
}

/** Goes to a path by a full page load (Spec 2), e.g. when another tab has switched users. */
export function loadPage(path: string): void {
  location.assign(ownPath(path) ?? '/');
}

let watching = false;
/** Reports every change of the address to the top-level switch, including the router's. Call once, before any router exists. */
export function watchAddress(): void {
  if (watching) return;
  watching = true;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history);
    history[name] = (...change) => {
      original(...change);
      emit();
    };
  }
  addEventListener('popstate', emit);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls back when the path changes. */
export function onNavigation(listener: () => void): void {
  let path = location.pathname;
  subscribe(() => {
    if (location.pathname === path) return;
    path = location.pathname;
    listener();
  });
}

/** The current path. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => '/',
  );

export const wholeAddress = (): string => `${location.pathname}${location.search}${location.hash}`;
