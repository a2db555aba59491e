import { call } from '../../../app/api.ts';
import { ApiError } from '../../../app/api-error.ts';
import { session } from '../../../app/session.ts';
import { appOnly } from '../../../app/small-app.ts';
import type { PlayerSource } from './layer.ts';

/** A group's reports as a slideshow that nobody stored: each item is a report and is opened as in the viewer. */
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
    await call('POST /api/auth/log/report/page/view', { reportId, visitId, state }, { keepalive: state === 'closed' });
  } catch (error) {
    // A visit that could not be written keeps nothing from being shown.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A report of a group on show is a visit of its viewer; it ends with its turn. */
export function visitOf({ reportId }: { reportId: string }): () => void {
  const visitId = crypto.randomUUID();
  void tell(reportId, visitId, 'open');
  return () => void tell(reportId, visitId, 'closed');
}
