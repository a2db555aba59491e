import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { prepareLayer } from './layer/prepare-layer.ts';
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
      timer = window.setTimeout(async () => {
        if (card.kind === 'powerbi') void prepareLayer();
        await client.prefetchQuery(reportQuery(card.id));
        const report = client.getQueryData(reportQuery(card.id).queryKey);
        if (report?.kind === 'powerbi' && !report.prevented) void client.prefetchQuery(embedQuery(card.id));
      }, intentMs);
    };
  }, [client]);
}
