import { isRecord, type Json, list, text } from './dom.ts';
import { editRoutes } from './edit-routes.ts';
import { areFilters, changedFilters } from './filters.ts';
import { accepted, fault, type Handle, type Route } from './reply.ts';
import type { Report } from './report.ts';
import { askEarly } from './service.ts';
import { getLanguage } from './settings.ts';
import { slicerNames } from './slicers.ts';
import type { Asked, Reply } from './transport.ts';
import { closeSlicers } from './view.ts';

/** Every message of the SDK that this page answers (REPORT_SERVICE 3.2). */
export function makeAnswer(report: Report): (asked: Asked) => Reply {
  const pageNamed = (name: string | undefined) => report.ready?.definition.pages.find((page) => page.name === name) ?? null;
  const pageBody = (name: string | undefined) => {
    const page = pageNamed(name);
    return (
      page && {
        name: page.name,
        displayName: page.displayName,
        isActive: page.name === report.page?.name,
        visibility: page.visibility,
        ...sizes,
      }
    );
  };
  const visualsBody = () => {
    const { definition } = report.ready ?? {};
    const slicers = Object.values(slicerNames).map((name) => ({
      name,
      title:
        name === slicerNames.month
          ? definition?.columns.month
          : name.endsWith('region')
            ? definition?.labels.region
            : definition?.labels.channel,
      type: 'slicer',
    }));
    const drawn = report.visuals.map(({ name, title, type }) => ({ name, title, type }));
    return [...slicers, ...drawn].map((visual, index) => ({
      ...visual,
      layout: { x: 0, y: index * 10, z: index, width: 320, height: 200, displayState: { mode: 0 } },
    }));
  };
  const filterRoutes = (path: RegExp, getScope: (parts: string[]) => string | null): Route[] => [
    ['GET', path, (parts) => ({ body: report.toFilters(getScope(parts)) })],
    [
      'PUT',
      path,
      (parts, _, { body }) =>
        areFilters(body)
          ? accepted(() => report.setFilters(getScope(parts), body))
          : fault(400, 'InvalidParameters', 'A filter has no target'),
    ],
    [
      'POST',
      path,
      (parts, body) => {
        const given = body.filters ?? [];
        if (!areFilters(given)) return fault(400, 'InvalidParameters', 'A filter has no target');
        return accepted(() =>
          report.setFilters(getScope(parts), changedFilters(report.toFilters(getScope(parts)), body.filtersOperation, given)),
        );
      },
    ],
  ];
  const load =
    (phased: boolean): Handle =>
    (_, body, { headers }) => {
      const missing = ['id', 'accessToken'].filter((name) => !text(body[name]));
      if (missing.length)
        return { status: 400, body: missing.map((name) => ({ message: 'InvalidParameters', detailedMessage: `${name} is missing` })) };
      report.setUid(text(body.uniqueId) ?? headers.uid);
      return accepted(() => void report.load(body, phased));
    };
  const visual = '/report/pages/([^/]+)/visuals/([^/]+)';

  const routes: Route[] = [
    [
      'POST',
      /^\/frontload\/config$/,
      (_, body) => {
        const settings = isRecord(body.settings) && isRecord(body.settings.localeSettings) ? body.settings.localeSettings : {};
        const [id, token] = [text(body.id), text(body.accessToken)];
        const tag = text(settings.language) ?? new URLSearchParams(location.search).get('language') ?? navigator.language;
        if (id && token) askEarly(id, token, { month: null, language: getLanguage(tag), filters: [] });
        return {};
      },
    ],
    ['POST', /^\/report\/load$/, load(false)],
    ['POST', /^\/report\/prepare$/, load(true)],
    ['POST', /^\/report\/render$/, (_, body) => (report.ready ? accepted(() => report.render(body)) : fault(400, 'LoadReportFailed'))],
    [
      'POST',
      /^\/(report|dashboard|tile)\/token$/,
      (_, __, { body }) => (text(body) ? accepted(() => report.setToken(String(body))) : fault(400, 'InvalidParameters')),
    ],
    ['GET', /^\/report\/pages$/, () => ({ body: (report.ready?.definition.pages ?? []).map((page) => pageBody(page.name)) })],
    [
      'PUT',
      /^\/report\/pages\/active$/,
      (_, body) => {
        const page = pageNamed(text(body.name) ?? '');
        return page ? accepted(() => void report.goTo(page)) : fault(404, 'PageNotFound');
      },
    ],
    ...filterRoutes(/^\/report\/filters$/, () => null),
    ...filterRoutes(new RegExp(`^${visual}/filters$`), ([page, name]) => `${page}/${name}`),
    ...filterRoutes(/^\/report\/pages\/([^/]+)\/filters$/, ([page]) => page ?? null),
    [
      'GET',
      /^\/report\/pages\/([^/]+)\/visuals$/,
      ([page]) => (pageNamed(page) ? { body: page === report.page?.name ? visualsBody() : [] } : fault(404, 'PageNotFound')),
    ],
    [
      'GET',
      /^\/report\/pages\/([^/]+)\/layoutTypes\/(\w+)$/,
      ([page, kind]) => (pageNamed(page) ? { body: kind === 'Master' || kind === 'MobilePortrait' } : fault(404, 'PageNotFound')),
    ],
    [
      'GET',
      new RegExp(`^${visual}/slicer$`),
      ([, name]) => {
        const state = report.slicerState(name ?? '');
        return state ? { body: state } : fault(404, 'VisualNotFound');
      },
    ],
    [
      'PUT',
      new RegExp(`^${visual}/slicer$`),
      ([, name], body) => {
        const given = body.filters ?? [];
        if (!report.slicerState(name ?? '')) return fault(404, 'VisualNotFound');
        return areFilters(given) ? accepted(() => report.setSlicer(name ?? '', given)) : fault(400, 'InvalidParameters');
      },
    ],
    [
      'POST',
      new RegExp(`^${visual}/exportData$`),
      ([, name], body) => {
        const offered = report.slicerValues(name ?? '');
        if (offered) return { body: { data: offered.map(quoted).join('\r\n') }, after: () => report.emit('exportDataCompleted') };
        const found = report.visuals.find((candidate) => candidate.name === name);
        if (!found) return fault(404, 'VisualNotFound');
        const rows = [found.cells.head, ...found.cells.rows.slice(0, Number(body.rows ?? 30_000))];
        return {
          body: { data: rows.map((row) => row.map(quoted).join(',')).join('\r\n') },
          after: () => report.emit('exportDataCompleted'),
        };
      },
    ],
    ['GET', /^\/report\/bookmarks$/, () => ({ body: report.ready ? bookmarks() : [] })],
    [
      'POST',
      /^\/report\/bookmarks\/capture$/,
      () =>
        report.ready
          ? { body: { name: `Bookmark_${Date.now()}`, displayName: '', state: report.capture() } }
          : fault(400, 'LoadReportFailed'),
    ],
    [
      'POST',
      /^\/report\/bookmarks\/applyState$/,
      (_, body) => (report.applyState(text(body.state) ?? '') ? accepted() : fault(400, 'InvalidBookmarkState')),
    ],
    [
      'POST',
      /^\/report\/bookmarks\/applyByName$/,
      (_, body) => (report.applyNamed(text(body.name) ?? '') ? accepted() : fault(404, 'BookmarkNotFound')),
    ],
    ['POST', /^\/report\/bookmarks\/play$/, () => accepted()],
    ['PATCH', /^\/report\/settings$/, (_, body) => accepted(() => report.setSettings(body))],
    ['GET', /^\/report\/zoom$/, () => ({ body: report.zoom })],
    ['GET', /^\/report\/theme$/, () => ({ body: { themeJson: report.theme.themeJson ?? {} } })],
    ['PUT', /^\/report\/theme$/, (_, body) => accepted(() => report.setTheme(body))],
    ['GET', /^\/report\/isUserStateApplied$/, () => ({ body: false })],
    ['POST', /^\/report\/userState$/, () => accepted()],
    ['DELETE', /^\/report\/userState$/, () => accepted()],
    ['POST', /^\/report\/print$/, () => accepted(() => setTimeout(() => window.print(), 0))],
    ['POST', /^\/report\/refresh$/, () => accepted(() => report.refresh())],
    ...editRoutes(report, pageBody),
    ['GET', /^\/getCorrelationId$/, () => ({ body: crypto.randomUUID() })],
    ['POST', /^\/report\/closeAllOverlays$/, () => accepted(closeSlicers)],
    ['POST', /^\/report\/clearSelectedVisuals\/(true|false)$/, () => accepted()],
  ];

  return (asked) => {
    const url = asked.url.split('?')[0] ?? '';
    for (const [method, path, handle] of routes) {
      const match = method === asked.method ? path.exec(url) : null;
      if (match) return handle(match.slice(1).map(decodeURIComponent), isRecord(asked.body) ? asked.body : {}, asked);
    }
    return fault(404, 'NotFound', `${asked.method} ${url} is not known here`);
  };

  function bookmarks(): Json[] {
    const largest = report.ready?.answer.options.region[0];
    return [
      { name: 'Bookmark_all', displayName: report.ready?.definition.name },
      ...list(largest ? [{ name: 'Bookmark_largest', displayName: largest }] : []).filter(isRecord),
    ];
  }
}

const sizes = {
  defaultSize: { type: 0, width: 1280, height: 720 },
  mobileSize: { type: 5, width: 320, height: 640 },
  defaultDisplayOption: 0,
  background: {},
  wallpaper: {},
};

/** A cell for a CSV file: quoted where needed, and a leading formula sign made harmless. */
function quoted(cell: string): string {
  const safe = /^[=+@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
