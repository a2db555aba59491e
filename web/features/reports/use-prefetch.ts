import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { prepareLayer } from './layer/load-frame.ts';
import { embedQuery, reportKeys, reportQuery } from './queries.ts';

// A pointer that only crosses a card does not ask for a token.
const intentMs = 90;

/** Prepares a report when someone is about to open it: what it is, its token and the code that shows it (REPORT_SERVICE 4). */
export function usePrefetch(): (card: ReportCard) => void {
  const client = useQueryClient();
  return useMemo(() => {
    let timer = 0;
    return (card) => {
      client.setQueryData(reportKeys.card(card.id), card);
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        void client.prefetchQuery(reportQuery(card.id));
        if (card.kind !== 'powerbi') return;
        void prepareLayer();
        if (!card.maintenanceUntil) void client.prefetchQuery(embedQuery(card.id));
      }, intentMs);
    };
  }, [client]);
}
