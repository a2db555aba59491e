import { useEffect, useRef } from 'react';
import { useGo, usePathname } from '../address/address.ts';
import { wholeAddress } from '../address/navigation.ts';
import { signInAddress } from '../address/own-path.ts';
import { useConfig } from '../data/use-config.ts';
import { notify } from '../notices/notify.ts';
import { acting } from '../session/acting.ts';
import { useWho } from '../session/session.ts';
import { store } from '../session/storage.ts';
import { type Arrival, arrivalAt } from './landing.ts';
import { questionnaire } from './overlays.ts';
import { useHiddenMenu } from './use-shell.ts';

/** What the address shows, after all redirects. */
export function useLanding(): Arrival {
  const path = usePathname();
  const who = useWho();
  const go = useGo();
  const hidden = useHiddenMenu();
  const { intended, show_questionario_perfil: asks } = useConfig();
  const profile = who?.profile;
  const before = useRef<{ path: string; kind: Arrival['kind'] } | null>(null);
  const arrival: Arrival = who ? arrivalAt(path, who, hidden, before.current) : { kind: 'not-yours' };
  const { kind } = arrival;
  const to = kind === 'home' || kind === 'taken-away' ? arrival.to : null;

  // The address is external to React: a redirect replaces it, and says why where the user lost the page.
  useEffect(() => {
    if (kind === 'taken-away') notify({ kind: 'error', text: 'no_page_permission' });
    // A mail's link to the own account, such as `/?account=sessions`, holds for every profile.
    if (to !== null) go(kind === 'home' ? to + location.search : to, { replace: true });
    if (kind === 'not-yours') go(signInAddress(wholeAddress()), { replace: true });
    before.current = { path, kind };
  }, [kind, to, path, go]);

  // Spec 2: the flag of a fresh sign-in is cleared once the user reaches the intended page.
  useEffect(() => {
    if (!intended || path !== intended.split(/[?#]/)[0] || !store.isAfterLogin()) return;
    store.clearAfterLogin();
    if (asks === 'S' && profile === 'user' && acting() === null) questionnaire.open();
  }, [intended, path, asks, profile]);

  return arrival;
}
