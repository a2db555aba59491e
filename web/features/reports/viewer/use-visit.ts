import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../app/api.ts';
import { ApiError } from '../../../app/api-error.ts';
import { session } from '../../../app/session.ts';
import { failReport, retryReport } from '../layer/report-layer-store.ts';
import { embedQuery, reportQuery } from '../queries.ts';

const beatMs = 60_000;

type State = 'open' | 'beat' | 'closed';
type Visit = { id: string; access: string | null };

async function log(client: QueryClient, reportId: string, visit: Visit, state: State, page: string | null): Promise<void> {
  // Leaving the portal ends the visit as well; nobody is left to say so.
  if (!session.isSignedIn()) return;
  try {
    const answer = await call(
      'POST /api/auth/log/report/page/view',
      { reportId, visitId: visit.id, state, page },
      { keepalive: state === 'closed' },
    );
    // A window of maintenance may have been announced, moved or called off meanwhile.
    client.setQueryData(reportQuery(reportId).queryKey, (known) => known && { ...known, announced: answer.announced });
    if (answer.access && visit.access && answer.access !== visit.access) {
      // As whom, or with which filters, has changed: the report opens anew, under what is in force now.
      void client.resetQueries({ queryKey: embedQuery(reportId).queryKey });
      retryReport();
    }
    visit.access = answer.access ?? visit.access;
    if (answer.status === 'ended') failReport({ code: answer.reason ?? 'not_found', requestId: null, ended: true });
  } catch (error) {
    // A beat that did not arrive says nothing about the right; the next one asks again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Keeps the log of this visit: open, a beat a minute while the tab is seen, closed (BEHAVIOUR 2, live viewer). A beat that is answered
 * with `ended` takes the report away. A new page is told with the beat it causes.
 */
export function useVisit(reportId: string, page: string | null, active: boolean): void {
  const client = useQueryClient();
  const latestPage = useRef(page);
  const visit = useRef<Visit | null>(null);

  // The visit is a fact on the server: it must be opened, kept and closed along with this component.
  useEffect(() => {
    if (!active) return;
    const opened: Visit = { id: crypto.randomUUID(), access: null };
    visit.current = opened;
    const tell = (state: State) => void log(client, reportId, opened, state, latestPage.current);
    const beat = () => document.visibilityState === 'visible' && tell('beat');
    const close = () => tell('closed');
    tell('open');
    const timer = setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', close);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', close);
      visit.current = null;
      close();
    };
  }, [client, reportId, active]);

  useEffect(() => {
    const before = latestPage.current;
    latestPage.current = page;
    if (visit.current && before !== null && page !== before) void log(client, reportId, visit.current, 'beat', page);
  }, [client, reportId, page]);
}
