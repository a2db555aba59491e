import { useSyncExternalStore } from 'react';
import { ownPath } from './own-path.ts';

type GoOptions = { replace?: boolean /** Leaves even a form with unsaved changes: the session is over. */; force?: boolean };
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

/** While the portal stands its router does the going; without it the address is changed as it is. */
export function setNavigator(next: Navigate | null): void {
  navigate = next ?? byAddressBar;
}

/** Goes to a path of this portal without loading a document. */
export function go(to: string, options: GoOptions = {}): void {
  navigate(ownPath(to) ?? '/', options);
}

/** Goes to a path by a full page load (Spec 2), as when another tab has changed the person. */
export function loadPage(path: string): void {
  location.assign(ownPath(path) ?? '/');
}

let watching = false;
/** Tells the page's switch about every change of the address, the router's own included. Called once, before any router exists. */
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

/** Calls back whenever the page has gone to another path. */
export function onNavigation(listener: () => void): void {
  let path = location.pathname;
  subscribe(() => {
    if (location.pathname === path) return;
    path = location.pathname;
    listener();
  });
}

/** The path of the address, as it changes. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => '/',
  );

export const wholeAddress = (): string => `${location.pathname}${location.search}${location.hash}`;
