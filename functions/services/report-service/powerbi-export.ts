import { at, type Client, getObject, getText, needed, textOrNull } from './client.ts';
import { namesPausedCapacity, plainWords } from './http.ts';
import type { ExportRequest, ExportState, ReportProvider } from './port.ts';

const states: Record<string, ExportState['state']> = {
  NotStarted: 'notStarted',
  Running: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
};
// A file of 250 MB takes longer than the time budget of a user's call.
const fileBudgetMs = 5 * 60_000;

/** Exports of a report to a file (REPORT_SERVICE 1.2); the caller decides whether to restart one. */
export const exporting = (client: Client): Pick<ReportProvider, 'startExport' | 'readExport' | 'openExport'> => ({
  async startExport(account, request) {
    const path = at`/groups/${request.workspaceId}/reports/${request.reportId}/ExportTo`;
    const body = getObject(await client.ask(account, { method: 'POST', path, json: exportBody(request) }));
    return { exportId: needed(body.id) };
  },

  async readExport(account, workspaceId, reportId, exportId) {
    const path = at`/groups/${workspaceId}/reports/${reportId}/exports/${exportId}`;
    const { body, headers } = await client.reply(account, { path });
    const job = getObject(body);
    const state = states[getText(job.status)] ?? 'running';
    const seconds = Number(headers.get('retry-after'));
    const retryAfterMs = headers.has('retry-after') && Number.isFinite(seconds) ? seconds * 1000 : null;
    return {
      state,
      percent: Math.min(100, Math.max(0, Number(job.percentComplete) || 0)),
      retryAfterMs,
      resourceLocation: textOrNull(job.resourceLocation),
      extension: textOrNull(job.ResourceFileExtension ?? job.resourceFileExtension),
      expiresAt: textOrNull(job.expirationTime),
      // The service also answers "failed" when it was only too busy; then it says when to retry.
      busy: state === 'failed' && retryAfterMs !== null,
      isPaused: state === 'failed' && namesPausedCapacity(JSON.stringify(job.error ?? null)),
      error: state === 'failed' ? getWords(job.error) : null,
    };
  },

  openExport: (account, { workspaceId, reportId, exportId }) =>
    client.open(account, { path: at`/groups/${workspaceId}/reports/${reportId}/exports/${exportId}/file`, budgetMs: fileBudgetMs }),
});

function getWords(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { message, code } = error as { message?: unknown; code?: unknown }; // because both are checked by getText
  return plainWords(getText(message) || getText(code)) || null;
}

function exportBody({
  format,
  reportType,
  pages,
  bookmarkState,
  reportLevelFilters,
  includeHiddenPages,
  locale,
  identity,
  datasetId,
}: ExportRequest) {
  const identities = identity && [
    {
      username: identity.username,
      ...(identity.roles.length > 0 && { roles: identity.roles }),
      ...(datasetId && { datasets: [datasetId] }),
    },
  ];
  if (reportType === 'paginated') return { format, paginatedReportConfiguration: { locale, ...(identities && { identities }) } };
  return {
    format,
    powerBIReportConfiguration: {
      settings: { locale, includeHiddenPages },
      ...(bookmarkState && { defaultBookmark: { state: bookmarkState } }),
      ...(reportLevelFilters?.length && { reportLevelFilters: reportLevelFilters.map((filter) => ({ filter })) }),
      ...(pages?.length && { pages: pages.map((pageName) => ({ pageName })) }),
      ...(identities && { identities }),
    },
  };
}
