import { loadAt } from '../../demo/catalog.ts';
import { flavours } from '../model/names.ts';
import { columnLabel, say, subjects } from '../model/subjects.ts';
import { dimensions } from '../model/types.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from '../sim.ts';
import { datasetIn } from '../world.ts';
import type { SimDataset } from '../world-types.ts';
import { bad, base, datasetBody, getScope, getWorkspace, hidden, list, toJson } from './shared.ts';
import { isLoading, loadEnd } from './work.ts';

const loadTakesMs = 40_000;
const maxRuns = 20;
const asleep = { days: ['Sunday'], times: ['00:00'], enabled: false, localTimeZoneId: 'UTC', NotifyOption: 'NoNotification' };

// The service allows at most 48 times a day.
const leastEveryMinutes = 30;
const dayMinutes = 24 * 60;

/** A model's refresh schedule; a model that is refreshed more often is refreshed by other means. */
function planned({ refresh: { everyMinutes, minuteUtc, missed } }: SimDataset): Record<string, unknown> {
  if (missed || everyMinutes < leastEveryMinutes || dayMinutes % everyMinutes !== 0) return asleep;
  const times = Array.from({ length: dayMinutes / everyMinutes }, (_, n) => {
    const minute = (minuteUtc + n * everyMinutes) % dayMinutes;
    return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  });
  return { ...asleep, days: [], times, enabled: true };
}

/** Models: their requirements, their refresh history, and refreshing them now. */
export function datasetRoutes(app: SimApp, sim: Sim): void {
  app.get(`${base}/groups/:group/datasets`, (c) => {
    const workspace = getWorkspace(c);
    return workspace ? list(c, sim, workspace.datasets.map(datasetBody)) : hidden(c, 'group');
  });

  const find = (c: SimContext) => datasetIn(getScope(c), c.req.param('dataset') ?? '');
  for (const path of [`${base}/datasets/:dataset`, `${base}/groups/:group/datasets/:dataset`]) {
    app.get(path, (c) => {
      const dataset = find(c);
      return dataset ? c.json(datasetBody(dataset)) : hidden(c, 'dataset');
    });
    app.get(`${path}/refreshes`, (c) => {
      const dataset = find(c);
      if (!dataset) return hidden(c, 'dataset');
      const top = Math.min(60, Math.max(1, Number(c.req.query('$top') ?? 60)));
      const runs = [...askedRuns(dataset, sim.now()), ...getRefreshes(dataset, sim.now(), c.get('effect').refreshFails ?? false, top)];
      return list(c, sim, runs.sort((a, b) => b.startTime.localeCompare(a.startTime)).slice(0, top));
    });
    app.post(`${path}/refreshes`, (c) => {
      const dataset = find(c);
      if (!dataset) return hidden(c, 'dataset');
      const body = toJson(c);
      if (body.type !== undefined && body.notifyOption !== undefined) return bad(c, 'An enhanced refresh takes no notifyOption');
      const now = sim.now();
      if (dataset.runs.some((run) => isLoading(run, now)))
        return refuse(c, 400, 'RefreshInProgressException', 'Another refresh request is already executing');
      const id = newId();
      dataset.runs = [{ id, startedAt: now, fails: c.get('effect').refreshFails ?? false, stoppedAt: null }, ...dataset.runs].slice(
        0,
        maxRuns,
      );
      c.header('x-ms-request-id', id);
      return c.body(null, 202);
    });
    app.post(`${path}/executeQueries`, (c) => {
      const dataset = find(c);
      if (!dataset) return hidden(c, 'dataset');
      if (Object.keys(dataset.roles).length > 0)
        return refuse(c, 403, 'PowerBINotAuthorizedException', 'Service principals are not supported for datasets with row-level security');
      const values = getDistinct(sim, dataset, toJson(c));
      if (!values) return refuse(c, 400, 'DatasetExecuteQueriesError', 'Failed to execute the DAX query.');
      return c.json({ results: [{ tables: [{ rows: values }] }] });
    });
    app.get(`${path}/refreshSchedule`, (c) => {
      const dataset = find(c);
      return dataset ? c.json(dataset.schedule ?? planned(dataset)) : hidden(c, 'dataset');
    });
    app.patch(`${path}/refreshSchedule`, (c) => {
      const dataset = find(c);
      if (!dataset) return hidden(c, 'dataset');
      const { value } = toJson(c);
      if (typeof value !== 'object' || value === null || JSON.stringify(value).length > 5_000) return bad(c, 'The schedule is not valid');
      dataset.schedule = { ...(dataset.schedule ?? planned(dataset)), ...value };
      return c.body(null, 200);
    });
  }
}

/** The one query that the portal runs: the values of a column of the model's table. */
function getDistinct(sim: Sim, dataset: SimDataset, body: Record<string, unknown>): Record<string, string>[] | null {
  const query = JSON.stringify(body.queries ?? '');
  const [, most, table, column] = /TOPN\((\d+), DISTINCT\('((?:[^']|'')+)'\[((?:[^\]]|\]\])+)\]\)/.exec(query) ?? [];
  if (table?.replaceAll("''", "'") !== say(subjects[dataset.subject].table, dataset.language)) return null;
  const label = (name: (typeof dimensions)[number]) =>
    columnLabel(dataset.subject, name, flavours[dataset.flavour].region, dataset.language);
  const dimension = dimensions.find((name) => label(name) === column);
  const names = dimension && sim.world.getFacts(dataset).names[dimension];
  return names
    ? names
        .toSorted()
        .slice(0, Number(most))
        .map((value) => ({ [`${table}[${column}]`]: value }))
    : null;
}

const failure = { serviceExceptionJson: JSON.stringify({ errorCode: 'ModelRefresh_ShortMessage_ProcessingError' }) };

function askedRuns(dataset: SimDataset, now: number) {
  return dataset.runs.map((run) => {
    const { id, startedAt } = run;
    const [endedAt, running] = [loadEnd(run), isLoading(run, now)];
    const fails = run.fails || run.stoppedAt !== null;
    return {
      ...{ requestId: id, id: Math.floor(startedAt / 1000), refreshType: 'ViaApi', startTime: new Date(startedAt).toISOString() },
      ...(!running && { endTime: new Date(endedAt).toISOString() }),
      status: running ? 'Unknown' : fails ? 'Failed' : 'Completed',
      ...(fails && !running && failure),
    };
  });
}

/** The scheduled loads of a dataset, newest first; a running one has the status Unknown (trap T11). */
function getRefreshes(dataset: SimDataset, now: number, newestFails: boolean, top: number) {
  return Array.from({ length: top }, (_, back) => {
    const startedAt = loadAt(dataset.refresh, now, back);
    const endedAt = startedAt + loadTakesMs;
    const failed = back < dataset.refresh.failing || (newestFails && back === 0);
    const running = endedAt > now;
    return {
      requestId: newId(),
      id: Math.floor(startedAt / 1000),
      refreshType: 'Scheduled',
      startTime: new Date(startedAt).toISOString(),
      ...(running ? {} : { endTime: new Date(endedAt).toISOString() }),
      status: running ? 'Unknown' : failed ? 'Failed' : 'Completed',
      ...(failed && !running && failure),
    };
  });
}
