import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { session } from '../../../app/session/session.ts';
import { failReport, retryReport } from '../layer/report-layer-store.ts';
import { noteSign, takeSign, watchSigns } from '../layer/signs-of-life.ts';
import { embedQuery, reportQuery } from '../queries.ts';

const beatMs = 60_000;

type State = 'open' | 'beat' | 'closed';
type Visit = { id: string; access: string | null };
/** What viewers of the report's capacity are notified of: it pauses, or stops at an instant whatever they do; `notice` counts the steps. */
export type PauseNews = { stopsAt: string | null; notice: number | null };

/** Reports a visit; returns what its viewer is notified of, and undefined where the answer is lost. */
async function log(client: QueryClient, reportId: string, visit: Visit, state: State, page: string | null) {
  const alive = takeSign() || state === 'open';
  // Signing out ends the visit on the server too, and there is no session left to report it.
  if (!session.isSignedIn()) return undefined;
  try {
    const answer = await call(
      'POST /api/auth/log/report/page/view',
      { reportId, visitId: visit.id, state, page, alive: alive ? 'S' : 'N' },
      { keepalive: state === 'closed' },
    );
    // A maintenance window may have been announced, moved or cancelled since.
    client.setQueryData(reportQuery(reportId).queryKey, (known) => known && { ...known, announced: answer.announced });
    if (answer.access && visit.access && answer.access !== visit.access) {
      // The RLS identity or the filters have changed: reopen the report with the current ones.
      void client.resetQueries({ queryKey: embedQuery(reportId).queryKey });
      retryReport();
    }
    visit.access = answer.access ?? visit.access;
    if (answer.status === 'ended') failReport({ code: answer.reason ?? 'not_found', requestId: null, ended: true });
    const { pauseAt, stopsAt, forceStop: notice } = answer;
    return pauseAt || stopsAt ? { stopsAt, notice } : null;
  } catch (error) {
    // A lost heartbeat says nothing about access; the next one checks again.
    if (!(error instanceof ApiError)) throw error;
    if (alive) noteSign();
    return undefined;
  }
}

/**
 * Logs this visit: open, one heartbeat a minute while the tab is visible, closed (BEHAVIOUR 2, live viewer). A heartbeat answered
 * with `ended` removes the report. A page change sends a heartbeat with the new page. Returns what a heartbeat last said of a pause.
 */
export function useVisit(reportId: string, page: string | null, active: boolean) {
  const client = useQueryClient();
  const latestPage = useRef(page);
  const visit = useRef<Visit | null>(null);
  const [news, setNews] = useState<PauseNews | null>(null);

  // The visit exists on the server: it must be opened, kept alive and closed with this component.
  useEffect(() => {
    if (!active) return;
    const opened: Visit = { id: crypto.randomUUID(), access: null };
    visit.current = opened;
    const tell = async (state: State) => {
      const told = await log(client, reportId, opened, state, latestPage.current);
      if (told !== undefined && visit.current === opened) setNews(told);
    };
    const beat = () => document.visibilityState === 'visible' && void tell('beat');
    const close = () => void tell('closed');
    const unwatch = watchSigns();
    void tell('open');
    const timer = setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', close);
    return () => {
      clearInterval(timer);
      unwatch();
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', close);
      visit.current = null;
      setNews(null);
      close();
    };
  }, [client, reportId, active]);

  // The page changes inside the frame; the server logs it with the visit.
  useEffect(() => {
    const before = latestPage.current;
    latestPage.current = page;
    if (visit.current && before !== null && page !== before) void log(client, reportId, visit.current, 'beat', page);
  }, [client, reportId, page]);

  return { news, kept: () => setNews(null) };
}
