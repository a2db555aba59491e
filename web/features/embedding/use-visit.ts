import { useEffect, useRef } from 'react';
import { takeSign, watchSigns } from '../../app/parts/embed-parts.ts';
import { callReport } from './controller.ts';

const beatMs = 60_000;

/** Logs this visit while the report is open: opened, one heartbeat a minute while the page is visible, closed (BEHAVIOUR 2). */
export function useEmbeddedVisit(active: boolean, page: string | null): void {
  const latestPage = useRef(page);
  latestPage.current = page;

  useEffect(() => {
    if (!active) return;
    const visitId = crypto.randomUUID();
    let closed = false;
    const tell = (state: 'open' | 'beat' | 'closed') => {
      // A lost heartbeat is made up for by the next one; access is checked separately.
      callReport(
        'POST',
        '/api/embedded/report/view',
        { visitId, state, page: latestPage.current, alive: takeSign() || state === 'open' ? 'S' : 'N' },
        state === 'closed',
      ).catch(() => undefined);
    };
    const beat = () => document.visibilityState === 'visible' && tell('beat');
    const close = () => {
      if (closed) return;
      closed = true;
      tell('closed');
    };
    const unwatch = watchSigns();
    tell('open');
    const timer = setInterval(beat, beatMs);
    addEventListener('pagehide', close);
    return () => {
      clearInterval(timer);
      unwatch();
      removeEventListener('pagehide', close);
      close();
    };
  }, [active]);
}
