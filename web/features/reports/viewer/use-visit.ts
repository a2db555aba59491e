import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { session } from '../../../app/session/session.ts';
import { failReport, retryReport } from '../layer/report-layer-store.ts';
import { embedQuery, reportQuery } from '../queries.ts';

const beatMs = 60_000;

type State = 'open' | 'beat' | 'closed';
type Visit = { id: string; access: string | null };

async function log(client: QueryClient, reportId: string, visit: Visit, state: State, page: string | null): Promise<void> {
  // Signing out ends the visit on the server too, and there is no session left to report it.
  if (!session.isSignedIn()) return;
  try {
    const answer = await call(
      'POST /api/auth/log/report/page/view',
      { reportId, visitId: visit.id, state, page },
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
  } catch (error) {
    // A lost heartbeat says nothing about access; the next one checks again.
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Logs this visit: open, one heartbeat a minute while the tab is visible, closed (BEHAVIOUR 2, live viewer). A heartbeat answered
 * with `ended` removes the report. A page change sends a heartbeat with the new page.
 */
export function useVisit(reportId: string, page: string | null, active: boolean): void {
  const client = useQueryClient();
  const latestPage = useRef(page);
  const visit = useRef<Visit | null>(null);

  // The visit exists on the server: it must be opened, kept alive and closed with this component.
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
