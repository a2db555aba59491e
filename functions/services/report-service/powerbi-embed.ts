import { getSchedule } from '../../../domain/reports/load-schedule.ts';
import { at, type Client, getItems, getObject, textOrNull } from './client.ts';
import type { EmbedRequest, RefreshRun, ReportProvider } from './port.ts';
import { ServiceError } from './service-error.ts';

const outcomes: Record<string, RefreshRun['outcome']> = {
  Unknown: 'running',
  InProgress: 'running',
  Completed: 'completed',
  Failed: 'failed',
  Disabled: 'disabled',
  Cancelled: 'failed',
};

/** Embed tokens, and the refreshes of a dataset. */
export const embedding = (client: Client): Pick<ReportProvider, 'embed' | 'refreshes' | 'schedule' | 'startRefresh'> => ({
  async embed(account, request) {
    const body = getObject(await client.ask(account, { method: 'POST', path: '/GenerateToken', json: tokenBody(request), again: true }));
    const expiresAt = typeof body.expiration === 'string' ? Date.parse(body.expiration) : Number.NaN;
    if (typeof body.token !== 'string' || Number.isNaN(expiresAt)) throw new ServiceError('unavailable');
    return { token: body.token, expiresAt: new Date(expiresAt).toISOString() };
  },

  async refreshes(account, workspaceId, datasetId, top) {
    const path = `${at`/groups/${workspaceId}/datasets/${datasetId}/refreshes`}?$top=${top}`;
    return getItems(await client.ask(account, { path })).flatMap(({ startTime, endTime, status }) =>
      typeof startTime === 'string'
        ? [{ startedAt: startTime, endedAt: textOrNull(endTime), outcome: outcomes[String(status)] ?? 'failed' }]
        : [],
    );
  },

  async schedule(account, workspaceId, datasetId) {
    return getSchedule(getObject(await client.ask(account, { path: at`/groups/${workspaceId}/datasets/${datasetId}/refreshSchedule` })));
  },

  async startRefresh(account, workspaceId, datasetId) {
    // A service principal gets no mail from the service; the portal sends the notifications.
    await client.reply(account, {
      method: 'POST',
      path: at`/groups/${workspaceId}/datasets/${datasetId}/refreshes`,
      json: { notifyOption: 'NoNotification' },
    });
  },
});

function tokenBody({ reportId, datasetIds, identity, rights, minutes, reportType }: EmbedRequest): unknown {
  const paginated = reportType === 'paginated';
  return {
    reports: [{ id: reportId, ...(rights === 'edit' && { allowEdit: true }) }],
    datasets: datasetIds.map((id) => ({ id, ...((paginated || datasetIds.length > 1) && { xmlaPermissions: 'ReadOnly' }) })),
    ...(identity && {
      identities: [
        {
          username: identity.username,
          ...(identity.roles.length > 0 && { roles: identity.roles }),
          datasets: datasetIds,
          ...(paginated && { reports: [reportId] }),
        },
      ],
    }),
    lifetimeInMinutes: minutes,
  };
}
