import { useQueryClient } from '@tanstack/react-query';
import { retryReport } from '../layer/report-layer-store.ts';
import { embedQuery, reportQuery } from '../queries.ts';

/** Reopens a report and refetches everything. */
export function useRetry(reportId: string): () => void {
  const client = useQueryClient();
  return () => {
    void client.resetQueries({ queryKey: embedQuery(reportId).queryKey });
    void client.resetQueries({ queryKey: ['test-as', reportId] });
    void client.invalidateQueries({ queryKey: reportQuery(reportId).queryKey });
    retryReport();
  };
}
