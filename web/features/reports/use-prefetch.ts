import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { prepareLayer } from './layer/prepare-layer.ts';
import { embedQuery, reportKeys, reportQuery } from './queries.ts';

// Moving the pointer across a card must not request a token.
const intentMs = 90;

/** Prefetches a report on intent: its data, its token and the code that shows it (REPORT_SERVICE 4). */
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
