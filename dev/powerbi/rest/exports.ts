import * as z from 'zod';
import { getRowRule } from '../embed.ts';
import { formatsByKind, getFile, getKind } from '../export/file.ts';
import { getSnapshots } from '../export/snapshot.ts';
import { identityFault } from '../generate-token.ts';
import type { ExportJob } from '../jobs.ts';
import { getDefinition, reportLanguage } from '../model/definition.ts';
import type { QueryFilter } from '../model/types.ts';
import { readBookmark } from '../page/bookmark.ts';
import { getColumn, queryFilters } from '../page/filters.ts';
import { exportSentinel } from '../sentinels.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext, toResponse } from '../sim.ts';
import { bad, base, findPlace, hidden, type Place, toJson } from './shared.ts';

const maxPages = 50;
const waitsMs = 400;
const pageTakesMs = 250;
const startTakesMs = 1_600;
const busyTakesMs = 600;
const keptMs = 24 * 60 * 60_000;
const stuckAt = 70;

const identities = z.optional(
  z.nullable(
    z.array(z.looseObject({ username: z.string(), roles: z.optional(z.array(z.string())), datasets: z.optional(z.array(z.string())) })),
  ),
);
const input = z.looseObject({
  format: z.string(),
  powerBIReportConfiguration: z.optional(
    z.looseObject({
      settings: z.optional(z.looseObject({ locale: z.optional(z.string()), includeHiddenPages: z.optional(z.boolean()) })),
      defaultBookmark: z.optional(z.looseObject({ state: z.optional(z.string()), name: z.optional(z.string()) })),
      reportLevelFilters: z.optional(z.array(z.looseObject({ filter: z.string() }))),
      pages: z.optional(z.array(z.looseObject({ pageName: z.string() }))),
      identities,
    }),
  ),
  paginatedReportConfiguration: z.optional(z.looseObject({ locale: z.optional(z.string()), identities })),
});

/** Reads `Table/Column eq 'value'` and `… in ('a', 'b')`, joined by "and"; null when a part is neither. */
function levelFilters(text: string, columnNamed: (name: string) => QueryFilter['column'] | null): QueryFilter[] | null {
  const parts = text.split(/\s+and\s+(?=[^']*(?:'[^']*'[^']*)*$)/i);
  const found: QueryFilter[] = [];
  for (const part of parts) {
    const [, target, operator, rest] = /^\s*(.+?)\s+(eq|ne|in)\s+(.+?)\s*$/i.exec(part) ?? [];
    const name = target
      ?.split('/')
      .at(-1)
      ?.replace(/_x0020_/g, ' ');
    const column = name ? columnNamed(name) : null;
    const values = [...(rest ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => (value ?? '').replaceAll("''", "'"));
    if (!column || values.length === 0) return null;
    found.push({ column, operator: operator?.toLowerCase() === 'ne' ? 'NotIn' : 'In', values });
  }
  return found;
}

/** Exports of a report: start, status, download (REPORT_SERVICE 1.2). */
export function exportRoutes(app: SimApp, sim: Sim): void {
  const busyOnce = new Set<string>();

  function started(c: SimContext, { workspace, report, dataset }: Place): Response | ExportJob {
    const read = input.safeParse(toJson(c));
    if (!read.success) return bad(c, 'The request body is not valid', 'BadRequest');
    const { format, powerBIReportConfiguration: own = {}, paginatedReportConfiguration: paginated = {} } = read.data;
    c.set('asked', read.data);
    if (!formatsByKind[report.type].includes(format))
      return bad(c, `The format ${format} is not available for this report`, 'ExportFormatNotSupported');
    const who = (report.type === 'paginated' ? paginated.identities : own.identities) ?? [];
    const asked = who.map(({ username, roles, datasets }) => ({ username, roles, datasets: datasets ?? [dataset.id] }));
    const refused = identityFault(c, [dataset.id], asked, 'Exporting a report of');
    if (refused) return bad(c, refused);
    const rule = getRowRule({ identities: asked }, dataset);
    if (rule === 'refused') return bad(c, 'The effective identity holds no role of the dataset');

    const locale = own.settings?.locale ?? paginated.locale ?? dataset.language;
    const definition = getDefinition(report, dataset, reportLanguage(locale));
    const shown = definition.pages.filter(({ visibility }) => visibility === 0 || own.settings?.includeHiddenPages === true);
    const wanted = own.pages?.map(({ pageName }) => pageName) ?? shown.map(({ name }) => name);
    const unknown = wanted.find((name) => !definition.pages.some((page) => page.name === name));
    if (unknown) return bad(c, `The page ${unknown} does not exist in the report`, 'InvalidPageName');
    if (wanted.length === 0 || wanted.length > maxPages) return bad(c, `An export takes 1 to ${maxPages} pages`);

    const levels = (own.reportLevelFilters ?? []).map(({ filter }) => levelFilters(filter, (column) => getColumn(definition, { column })));
    if (levels.includes(null)) return bad(c, 'A report level filter is not valid', 'InvalidFilter');
    const state = own.defaultBookmark?.state;
    const mark = state ? readBookmark(state) : null;
    if (state && !mark) return bad(c, 'The state of the bookmark is not valid', 'InvalidBookmarkState');
    const nothing = { region: [], channel: [], member: [], product: [], month: null };
    return {
      ...{ id: newId(), appId: c.get('principal').appId, workspaceId: workspace.id, reportId: report.id, reportName: report.name },
      ...{ format, locale, rule, pages: report.type === 'paginated' ? shown.slice(0, 1).map(({ name }) => name) : wanted },
      who: asked.map(({ username }) => username).join(', ') || null,
      filters: [...levels.flatMap((level) => level ?? []), ...(mark ? queryFilters(definition, mark.filters, mark.chosen) : [])],
      pageFilters: Object.fromEntries(
        Object.entries(mark?.pageFilters ?? {}).map(([name, filters]) => [name, queryFilters(definition, filters, nothing)]),
      ),
      month: mark?.chosen.month ?? null,
      startedAt: sim.now(),
      stoppedAt: null,
      fault: c.get('effect').exportFault ?? faultByName(report.id, report.name),
    };
  }

  /** A report named export-busy is busy every other time, so that starting again helps. */
  function faultByName(id: string, name: string): ExportJob['fault'] {
    const fault = exportSentinel(name);
    if (fault !== 'busy') return fault;
    if (busyOnce.delete(id)) return null;
    if (busyOnce.size > 500) busyOnce.clear();
    busyOnce.add(id);
    return 'busy';
  }

  for (const path of [`${base}/reports/:report`, `${base}/groups/:group/reports/:report`]) {
    app.post(`${path}/ExportTo`, (c) => {
      const place = findPlace(c);
      if (!place) return hidden(c, 'report');
      const natural = place.report.failure ? toResponse(sim.faults.natural(place.report.failure)) : null;
      if (natural) return natural;
      if (place.workspace.capacityId === null)
        return refuse(c, 403, 'FeatureNotAvailableError', 'Exporting needs a workspace on a Premium, Embedded or Fabric capacity');
      if (sim.world.isPaused(c.get('principal'), place.workspace, sim.now())) return toResponse(sim.faults.natural('capacity_paused'))!;
      const job = started(c, place);
      if (job instanceof Response) return job;
      sim.jobs.exports.add(job);
      return c.json(getBody(sim, job), 202);
    });
    const getJob = (c: SimContext): ExportJob | null => {
      const job = sim.jobs.exports.get(c.req.param('export'));
      const isMine = job?.appId === c.get('principal').appId && job.reportId === c.req.param('report') && findPlace(c) !== null;
      return job && isMine && sim.now() < job.startedAt + keptMs ? job : null;
    };
    app.get(`${path}/exports/:export`, (c) => {
      const job = getJob(c);
      if (!job) return hidden(c, 'export');
      const body = getBody(sim, job);
      if (body.status === 'Running' || body.status === 'NotStarted') {
        c.header('retry-after', '1');
        return c.json(body, 202);
      }
      if (body.status === 'Failed' && job.fault === 'busy') c.header('retry-after', '1');
      return c.json(body);
    });
    app.get(`${path}/exports/:export/file`, async (c) => {
      const job = getJob(c);
      const found = job && sim.world.findReport(job.reportId);
      if (!job || !found) return hidden(c, 'export');
      if (getBody(sim, job).status !== 'Succeeded') return refuse(c, 404, 'ExportNotReady', 'The file of this export is not ready');
      const pages = getSnapshots(sim, job, found);
      if (pages.length === 0) return hidden(c, 'page');
      const { extension, type } = getKind(job.format, pages.length);
      const file = await getFile(job.format, pages, new Date(job.startedAt));
      const name = `${job.reportName.replace(/[^\w.-]+/g, '_')}${extension}`;
      return c.body(new Uint8Array(file), 200, { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` });
    });
  }
}

const takesMs = (job: ExportJob): number => (job.fault === 'busy' ? busyTakesMs : startTakesMs + pageTakesMs * job.pages.length);

/** Whether an export still works on its file. */
export const isExporting = (job: ExportJob, now: number): boolean =>
  job.stoppedAt === null && (job.fault === 'stuck' || now < job.startedAt + takesMs(job));

function getBody(sim: Sim, job: ExportJob): Record<string, unknown> {
  const passed = sim.now() - job.startedAt;
  const takes = takesMs(job);
  const isStopped = job.stoppedAt !== null;
  const isOver = isStopped || (passed >= takes && job.fault !== 'stuck');
  const failed = isStopped || (isOver && job.fault !== null);
  const percent = Math.floor((passed * 100) / takes);
  const place = `${sim.origin}${base}/groups/${job.workspaceId}/reports/${job.reportId}/exports/${job.id}`;
  return {
    id: job.id,
    createdDateTime: new Date(job.startedAt).toISOString(),
    lastActionDateTime: new Date(Math.min(sim.now(), job.startedAt + takes)).toISOString(),
    ...{ reportId: job.reportId, reportName: job.reportName },
    status: failed ? 'Failed' : isOver ? 'Succeeded' : passed < waitsMs ? 'NotStarted' : 'Running',
    percentComplete: isOver && !failed ? 100 : Math.max(0, Math.min(job.fault === 'stuck' ? stuckAt : 95, percent)),
    ...(failed &&
      (isStopped || job.fault === 'fails') && {
        error: isStopped
          ? { code: 'CapacityNotActive', message: 'The capacity was paused while the export ran' }
          : { code: 'ExportFailed', message: 'The report could not be exported: a visual did not load' },
      }),
    ...(isOver &&
      !failed && {
        resourceLocation: `${place}/file`,
        resourceFileExtension: getKind(job.format, job.pages.length).extension,
        expirationTime: new Date(job.startedAt + keptMs).toISOString(),
      }),
  };
}
