import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type Embed, embedQuery, testQuery } from '../queries.ts';
import { failReport, layerState, type Wish } from './report-layer-store.ts';
import { isPassing, problemOfCall } from './service-errors.ts';
import { renewalDelay } from './token-life.ts';

const retryMs = 30_000;

/**
 * Renews the token of the open report: by timer, and whenever the page wakes, because timers are throttled in background tabs
 * (REPORT_SERVICE 4). `apply` receives every new token. Returns the renewal itself, for a token that expired early.
 */
export function useTokenRenewal(
  { reportId, as }: Pick<Wish, 'reportId' | 'as'>,
  token: Embed | undefined,
  active: boolean,
  apply: (token: string) => void,
) {
  const client = useQueryClient();
  const rights = token?.rights;

  const renew = useCallback(async (): Promise<'done' | 'later'> => {
    const isOnShow = () => layerState().wish?.reportId === reportId && (layerState().wish?.as ?? null) === (as ?? null);
    try {
      if (as) {
        const { embed, refused } = await client.fetchQuery({ ...testQuery(reportId, as), staleTime: 0 });
        if (isOnShow() && embed) apply(embed.token);
        else if (isOnShow() && refused) failReport({ code: refused, requestId: null, ended: true });
        return 'done';
      }
      const fetched = await client.fetchQuery({ ...embedQuery(reportId, rights), staleTime: 0 });
      if (isOnShow()) apply(fetched.token);
      return 'done';
    } catch (error) {
      const problem = problemOfCall(error);
      if (isPassing(problem)) return 'later';
      if (isOnShow()) failReport(problem);
      return 'done';
    }
  }, [client, reportId, as, rights, apply]);

  // Timers and browser events are external to React.
  useEffect(() => {
    if (!active || !token) return;
    let timer = 0;
    let stopped = false;
    const run = async () => {
      if ((await renew()) === 'later' && !stopped) timer = window.setTimeout(run, retryMs);
    };
    const plan = () => {
      clearTimeout(timer);
      timer = window.setTimeout(run, renewalDelay(token, Date.now()));
    };
    const wake = () => document.visibilityState === 'visible' && plan();
    plan();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
    };
  }, [active, token, renew]);

  return renew;
}
