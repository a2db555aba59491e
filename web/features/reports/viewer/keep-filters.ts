import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { session } from '../../../app/session/session.ts';

// The maximum body size of a keepalive request is 64 kB.
const maxKeptAlive = 60_000;

async function quietly(work: () => Promise<unknown>): Promise<void> {
  if (!session.isSignedIn()) return;
  try {
    await work();
  } catch (error) {
    // A failed save is made up for by the next change; the report continues.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Stores the report's current filters, also while the page unloads. */
export const keepFilters = (reportId: string, state: string, chosen: number): Promise<void> =>
  quietly(() =>
    call(
      'POST /api/auth/report_view/save/user-report-filters',
      { filters: { reportId, state, chosen } },
      { keepalive: state.length < maxKeptAlive },
    ),
  );

export const forgetFilters = (reportId: string): Promise<void> =>
  quietly(() => call('DELETE /api/auth/report_view/save/user-report-filters', { reportId }, { keepalive: true }));
