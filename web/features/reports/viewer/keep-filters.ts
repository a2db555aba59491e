import { call } from '../../../app/api.ts';
import { ApiError } from '../../../app/api-error.ts';
import { session } from '../../../app/session.ts';

// A body that outlives its page may be of 64 kB at most.
const mostKeptAlive = 60_000;

async function quietly(work: () => Promise<unknown>): Promise<void> {
  if (!session.isSignedIn()) return;
  try {
    await work();
  } catch (error) {
    // What was not kept is kept with the next change; the report goes on.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Keeps how the report is left, also when the page is being left. */
export const keepFilters = (reportId: string, state: string, chosen: number): Promise<void> =>
  quietly(() =>
    call(
      'POST /api/auth/report_view/save/user-report-filters',
      { filters: { reportId, state, chosen } },
      { keepalive: state.length < mostKeptAlive },
    ),
  );

export const forgetFilters = (reportId: string): Promise<void> =>
  quietly(() => call('DELETE /api/auth/report_view/save/user-report-filters', { reportId }, { keepalive: true }));
