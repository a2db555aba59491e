import { applicationToken, forgetToken } from './entra.ts';
import { budgetMs, callService } from './http.ts';
import { type EmbedRequest, type RefreshRun, type ReportProvider, type ServiceAccount, ServiceError } from './port.ts';

const scope = 'https://analysis.windows.net/powerbi/api/.default';
// A service that says "at once" again and again is not hammered.
const mostWaits = 3;
const leastWaitMs = 250;
const outcomes: Record<string, RefreshRun['outcome']> = {
  Unknown: 'running',
  InProgress: 'running',
  Completed: 'completed',
  Failed: 'failed',
  Disabled: 'disabled',
  Cancelled: 'failed',
};

/** The Power BI REST API (REPORT_SERVICE 1); the same code talks to Microsoft and to the local stand-in, only the addresses differ. */
export function powerBi(addresses: { authority: string; api: string }): ReportProvider {
  async function call(account: ServiceAccount, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const deadline = Date.now() + budgetMs;
    let renewed = false;
    let waits = 0;
    for (;;) {
      const token = await applicationToken(addresses.authority, account, scope, deadline);
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (account.profileId) headers['x-powerbi-profile-id'] = account.profileId;
      try {
        return await callService(
          `${addresses.api}/v1.0/myorg${path}`,
          { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
          deadline,
        );
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code === 'unauthorized' && !renewed) {
          renewed = true;
          forgetToken(addresses.authority, account, scope);
          continue;
        }
        // Only a wait that the service itself names and that fits into the person's patience is waited for.
        const wait = error.retryAfterMs;
        const mayRetry = (error.code === 'throttled' || error.httpStatus === 503) && error.code !== 'capacity_paused';
        if (!mayRetry || wait === undefined || waits === mostWaits || Date.now() + wait > deadline - 1_000) throw error;
        waits += 1;
        await new Promise((resolve) => setTimeout(resolve, Math.max(wait, leastWaitMs)));
      }
    }
  }

  return {
    async embed(account, request) {
      const body = (await call(account, 'POST', '/GenerateToken', tokenBody(request))) as { token?: unknown; expiration?: unknown }; // because its two fields are checked below
      const expiresAt = typeof body?.expiration === 'string' ? Date.parse(body.expiration) : Number.NaN;
      if (typeof body?.token !== 'string' || Number.isNaN(expiresAt)) throw new ServiceError('unavailable');
      return { token: body.token, expiresAt: new Date(expiresAt).toISOString() };
    },
    async refreshes(account, workspaceId, datasetId, top) {
      const body = (await call(
        account,
        'GET',
        `/groups/${encodeURIComponent(workspaceId)}/datasets/${encodeURIComponent(datasetId)}/refreshes?$top=${top}`,
      )) as { value?: unknown }; // because value is checked below
      if (!Array.isArray(body?.value)) throw new ServiceError('unavailable');
      return body.value.flatMap((run: { startTime?: unknown; endTime?: unknown; status?: unknown }) => {
        if (typeof run?.startTime !== 'string') return [];
        return [
          {
            startedAt: run.startTime,
            endedAt: typeof run.endTime === 'string' ? run.endTime : null,
            outcome: outcomes[String(run.status)] ?? 'failed',
          },
        ];
      });
    },
  };
}

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
