import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { appOnly } from '../../../app/data/small-app.ts';
import { session } from '../../../app/session/session.ts';
import type { PlayerSource } from './layer.ts';

/** A group's reports as an unsaved slideshow: each item is a report, opened as in the viewer. */
export const groupSource = (id: string): PlayerSource => ({
  poll: () => call('GET /api/auth/group_reports/{id}/play', { id, ...appOnly() }),
  embed: async (reportId) => ({
    ...(await call('POST /api/auth/reports/{id}/embed', { id: reportId, rights: 'view' })),
    receivedAt: Date.now(),
  }),
});

async function tell(reportId: string, visitId: string, state: 'open' | 'closed'): Promise<void> {
  if (!session.isSignedIn()) return;
  try {
    await call('POST /api/auth/log/report/page/view', { reportId, visitId, state, alive: 'N' }, { keepalive: state === 'closed' });
  } catch (error) {
    // A failure to log the visit must not stop the report.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Showing a report of a group logs a visit by the user; it ends with the item's turn. */
export function getVisit({ reportId }: { reportId: string }): () => void {
  const visitId = crypto.randomUUID();
  void tell(reportId, visitId, 'open');
  return () => void tell(reportId, visitId, 'closed');
}
