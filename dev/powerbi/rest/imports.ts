import type { ImportJob } from '../jobs.ts';
import type { subjects } from '../model/subjects.ts';
import { importSentinel } from '../sentinels.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from '../sim.ts';
import { getSignature, type Scan, scan, uploadPath } from '../uploads.ts';
import { newReport } from '../world-demo.ts';
import type { Principal, SimDataset, SimReport, SimWorkspace } from '../world-types.ts';
import { bad, base, getWorkspace, hidden, list, maxReports, reportBody, text, toJson } from './shared.ts';

const takesMs = 1_500;
const uploadLastsMs = 60 * 60_000;
const maxBytes = 1024 ** 3;
const conflicts = ['Ignore', 'Abort', 'Overwrite', 'CreateOrOverwrite', 'GenerateUniqueName'];
const covers = ['ridge', 'bars', 'dunes', 'contour', 'dots'] as const;
const shapes = [
  'sales',
  'finance',
  'logistics',
  'stock',
  'production',
  'people',
  'marketing',
  'energy',
] as const satisfies (keyof typeof subjects)[];

const isPaginated = (name: string) => /\.rdl$/i.test(name);
const getTitle = (name: string) => name.replace(/\.(pbix|rdl|xlsx)$/i, '');
const toSeed = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

/** The fault of a file by its first bytes: a .pbix is an archive, an .rdl is XML. */
function wrongWith(name: string, head: Uint8Array): string | null {
  const start = new TextDecoder('latin1')
    .decode(head.slice(0, 64))
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (isPaginated(name)) return start.startsWith('<') ? null : 'InvalidReportDefinition';
  return start.startsWith('PK') ? null : 'RequestedFileIsEncryptedOrCorrupted';
}

/** The file within a multipart body, as far as its beginning goes. */
function getPart({ head }: Scan): Uint8Array | null {
  const at = Buffer.from(head).indexOf('\r\n\r\n');
  return at < 0 || !/content-disposition/i.test(Buffer.from(head.slice(0, at)).toString('latin1')) ? null : head.slice(at + 4);
}

/** Imports of report files: sent whole, or from a temporary upload; published a moment later (REPORT_SERVICE 1.2). */
export function importRoutes(app: SimApp, sim: Sim): void {
  app.post(`${base}/groups/:group/imports/createTemporaryUploadLocation`, (c) => {
    if (!getWorkspace(c)) return hidden(c, 'group');
    const endsAt = sim.now() + uploadLastsMs;
    const { id } = sim.jobs.uploads.add({
      ...{ id: newId(), appId: c.get('principal').appId, endsAt, bytes: 0 },
      ...{ head: new Uint8Array(), blocks: new Map() },
    });
    const ends = new Date(endsAt).toISOString();
    const Url = `${sim.origin}${uploadPath}${id}?sv=2024-11-04&se=${encodeURIComponent(ends)}&sr=b&sp=rw&sig=${getSignature(id)}`;
    return c.json({ '@odata.context': `${sim.origin}${base}/$metadata`, Url, ExpirationTime: ends });
  });

  app.post(`${base}/groups/:group/imports`, async (c) => {
    const file = await getFile(c);
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const name = c.req.query('datasetDisplayName') ?? '';
    const conflict = c.req.query('nameConflict') ?? 'Ignore';
    c.set('asked', { name, conflict });
    if (!name) return bad(c, 'The parameter datasetDisplayName is missing', 'InvalidRequest');
    if (!conflicts.includes(conflict)) return bad(c, `The nameConflict ${conflict} is not known`);
    if (isPaginated(name) && conflict !== 'Abort' && conflict !== 'Overwrite')
      return bad(c, 'A paginated report is imported with Abort or Overwrite', 'InvalidNameConflictForRdl');
    if (file instanceof Response) return file;
    if (workspace.reports.length >= maxReports) return refuse(c, 403, 'TooManyReports', 'No more reports can be made here');

    const same = workspace.reports.filter(
      (report) => report.name.toLowerCase() === getTitle(name).toLowerCase() && (report.type === 'paginated') === isPaginated(name),
    );
    const [known] = same;
    if (known && conflict === 'Abort')
      return refuse(c, 409, 'DuplicatePackageFoundError', `A report named '${getTitle(name)}' exists already in this workspace`);
    if (!known && conflict === 'Overwrite')
      return refuse(c, 404, 'DuplicatePackageNotFoundError', `There is no report named '${getTitle(name)}' to replace`);
    const replaces = known && (conflict === 'Overwrite' || conflict === 'CreateOrOverwrite') ? { reportId: known.id } : null;
    if (replaces && same.length > 1)
      return refuse(c, 409, 'MoreThanOneDuplicatePackageFoundError', `More than one report is named '${getTitle(name)}' in this workspace`);
    const job = sim.jobs.imports.add({
      ...{ id: newId(), appId: c.get('principal').appId, profileId: c.get('profile')?.id ?? null, workspaceId: workspace.id, name },
      ...{ startedAt: sim.now(), fault: c.get('effect').importFault ?? importSentinel(name), wrong: wrongWith(name, file.head) },
      ...{ made: null, replaces },
    });
    return c.json({ id: job.id }, 202);
  });

  /** The beginning of the file that a request brings or points to, or the refusal. */
  async function getFile(c: SimContext): Promise<{ head: Uint8Array } | Response> {
    if (/^multipart\/form-data/i.test(c.req.header('content-type') ?? '')) {
      const whole = await scan(c.req.raw.body);
      if (whole.bytes > maxBytes) return refuse(c, 413, 'RequestEntityTooLarge', 'Files over 1 GB need a temporary upload location');
      const head = getPart(whole);
      return head ? { head } : bad(c, 'The request holds no file', 'InvalidRequest');
    }
    const url = URL.parse(text(toJson(c).fileUrl));
    const upload = sim.jobs.uploads.get(url?.pathname.split('/').at(-1));
    if (!upload || upload.appId !== c.get('principal').appId || upload.endsAt <= sim.now() || upload.bytes === 0)
      return bad(c, 'The file at fileUrl could not be read', 'InvalidFileUrl');
    return { head: upload.head };
  }

  const jobBody = (job: ImportJob, workspace: SimWorkspace) => {
    const isOver = sim.now() - job.startedAt >= takesMs && job.fault !== 'stuck';
    const report = workspace.reports.find(({ id }) => id === job.made?.reportId);
    const dataset = workspace.datasets.find(({ id }) => id === job.made?.datasetId);
    const code = job.fault === 'fails' ? 'PowerBIModelNotFoundException' : job.wrong;
    const failed = isOver && code !== null;
    return {
      id: job.id,
      importState: failed ? 'Failed' : isOver ? 'Succeeded' : 'Publishing',
      createdDateTime: new Date(job.startedAt).toISOString(),
      updatedDateTime: new Date(sim.now()).toISOString(),
      ...{ name: getTitle(job.name), connectionType: 'import', source: 'Upload' },
      datasets:
        isOver && !failed && dataset && report?.type === 'report'
          ? [{ id: dataset.id, name: dataset.name, webUrl: `${sim.origin}/datasets/${dataset.id}` }]
          : [],
      reports: isOver && !failed && report ? [reportBody(sim, report, workspace)] : [],
      ...(failed && { error: { code, details: [{ code: 'Message', message: messages[code] ?? code }] } }),
    };
  };
  const own = (c: SimContext) =>
    sim.jobs.imports.all().filter(({ appId, workspaceId }) => appId === c.get('principal').appId && workspaceId === c.req.param('group'));
  app.get(`${base}/groups/:group/imports`, (c) => {
    const workspace = getWorkspace(c);
    return workspace
      ? list(
          c,
          sim,
          own(c).map((job) => jobBody(job, workspace)),
        )
      : hidden(c, 'group');
  });
  app.get(`${base}/groups/:group/imports/:import`, (c) => {
    const workspace = getWorkspace(c);
    const job = own(c).find(({ id }) => id === c.req.param('import'));
    return workspace && job ? c.json(jobBody(job, workspace)) : hidden(c, 'import');
  });
}

const messages: Record<string, string> = {
  PowerBIModelNotFoundException: 'The model of the file could not be loaded',
  RequestedFileIsEncryptedOrCorrupted: 'The file is encrypted or corrupted',
  InvalidReportDefinition: 'The report definition is not valid',
};

/** Publishes the imports whose time has come: from then on their reports are listed and can be embedded. */
export function publishDue(sim: Sim): void {
  for (const job of sim.jobs.imports.all()) {
    if (job.made || job.fault || job.wrong || sim.now() - job.startedAt < takesMs) continue;
    const principal = sim.world.byApp(job.appId);
    const workspace = principal?.workspaces.find(({ id }) => id === job.workspaceId);
    if (principal && workspace) job.made = publish(principal, workspace, job);
  }
}

function publish(principal: Principal, workspace: SimWorkspace, job: ImportJob): NonNullable<ImportJob['made']> {
  const known = workspace.reports.find(({ id }) => id === job.replaces?.reportId);
  // A report of the same name is replaced in place: its ids, and with them every link to it, stay.
  if (known) {
    known.pages = null;
    return { reportId: known.id, datasetId: known.datasetId };
  }
  const name = getTitle(job.name);
  const seed = toSeed(name);
  const { flavour, language, currency } = principal;
  const dataset: SimDataset = {
    ...{ id: newId(), key: `import/${name}`, name, flavour, language, currency, runs: [], schedule: null },
    subject: shapes[seed % shapes.length]!,
    // A file with such a name has a model with row-level rules.
    roles: /(^|[^a-z])rls([^a-z]|$)/i.test(name) ? { Regional: 'region', Diretoria: null } : {},
    refresh: { everyMinutes: 60, minuteUtc: seed % 60, failing: 0 },
  };
  const report: SimReport = newReport({
    ...{ id: newId(), name, datasetId: dataset.id, type: isPaginated(job.name) ? 'paginated' : 'report' },
    ...{ cover: covers[seed % covers.length]!, measure: 'amount' },
  });
  workspace.datasets.push(dataset);
  workspace.reports.push(report);
  return { reportId: report.id, datasetId: dataset.id };
}
