import { useEffect, useRef } from 'react';
import { acting } from '../acting.ts';
import { useGo, usePathname } from '../address.ts';
import { wholeAddress } from '../navigation.ts';
import { notify } from '../notify.ts';
import { questionnaire } from '../overlays.ts';
import { signInAddress } from '../own-path.ts';
import { useWho } from '../session.ts';
import { store } from '../storage.ts';
import { useConfig } from '../use-config.ts';
import { type Arrival, arrivalAt } from './landing.ts';
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

  useEffect(() => {
    if (kind === 'taken-away') notify({ kind: 'error', text: 'no_page_permission' });
    if (to !== null) go(to, { replace: true });
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
