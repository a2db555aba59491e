import type { models, Report, service } from 'powerbi-client';
import type { Language } from '../../../../domain/session/languages.ts';
import { fixedFilters, getProblem, isTokenExpired, type ServiceFault } from '../../../app/parts/embed-parts.ts';
import { FrameProblem } from './frame-problem.ts';
import type { Layer, LayerEvents, LayerWish } from './layer.ts';

export type LayerLook = { language: () => Language; theme: (coloured: boolean) => { themeJson: Record<string, unknown> } | undefined };

// The SDK silently drops a second load within 100 ms (REPORT_SERVICE T3).
const loadGapMs = 130;
// How long to wait for the report's event after a page change or a refresh of the visuals; then it is shown as it is.
const settleMs = 6_000;

type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/** One of the player's two slots, driven without React: the same element and frame for all reports (REPORT_SERVICE D6, D7). */
export function createFrameLayer(element: HTMLElement, sdk: service.Service, look: LayerLook, events: LayerEvents): Layer {
  let report: Report | null = null;
  let loading: Waiting | null = null;
  let settling: (() => void) | null = null;
  let isLoaded = false;
  let sentAt = 0;
  let firstPage: string | null = null;

  const finish = (error?: unknown) => {
    const waiting = loading;
    loading = null;
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(error);
  };

  function onRendered(): void {
    if (isLoaded && loading) finish();
    settling?.();
  }

  function onError(fault: ServiceFault): void {
    const expired = isTokenExpired(fault);
    const problem = getProblem(fault);
    if (!expired && !problem) return;
    if (loading) finish(new FrameProblem(fault.message, { isPaused: problem?.code === 'capacity_paused' }));
    else events.onFault(expired ? 'expired' : 'broken');
  }

  function listen(to: Report): void {
    const on = (name: string, run: (detail: unknown) => void) => {
      to.off(name);
      to.on(name, (event: service.ICustomEvent<unknown>) => run(event.detail));
    };
    on('loaded', () => {
      isLoaded = true;
      void to
        .getActivePage()
        .then((page) => {
          firstPage ??= page.name;
        })
        .catch(() => undefined);
    });
    on('rendered', onRendered);
    on('error', (detail) => onError((detail ?? {}) as ServiceFault)); // because the SDK types every event's detail as any
    for (const name of ['dataSelected', 'buttonClicked', 'visualClicked', 'selectionChanged', 'swipeStart'])
      on(name, () => events.onTouch());
  }

  const settled = (work: Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => end(), settleMs);
      const end = (error?: unknown) => {
        clearTimeout(timer);
        settling = null;
        if (error === undefined) resolve();
        else reject(error);
      };
      settling = () => end();
      work.catch(end);
    });

  return {
    async load({ item, embed }: LayerWish) {
      finish(new FrameProblem('superseded'));
      const wait = sentAt + loadGapMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      isLoaded = false;
      firstPage = item.page ? null : firstPage;
      const rendered = new Promise<void>((resolve, reject) => {
        loading = { resolve, reject };
      });
      sentAt = performance.now();
      report = sdk.embed(element, loadConfig(item, embed, look)) as Report; // because the config's type says report
      if (!item.page) firstPage = null;
      report.setComponentTitle(item.title);
      listen(report);
      await rendered;
    },
    async turn(page) {
      const here = report;
      const name = page ?? firstPage ?? (await here?.getPages())?.find((each) => each.visibility !== 1)?.name;
      if (!here || !name) throw new FrameProblem('no page');
      await settled(here.setPage(name));
    },
    async refresh() {
      if (report) await settled(report.refresh());
    },
    async setToken(token) {
      await report?.setAccessToken(token);
    },
    rebuild() {
      finish(new FrameProblem('rebuilt'));
      if (report) sdk.reset(element);
      report = null;
      isLoaded = false;
    },
  };
}

// Values of the SDK's enums: TokenType.Embed, Permissions.Read, ViewMode.View, LayoutType.Custom, DisplayOption.FitToPage.
function loadConfig(item: LayerWish['item'], embed: LayerWish['embed'], look: LayerLook): models.IReportEmbedConfiguration {
  const theme = look.theme(item.tenantColors);
  const language = look.language();
  return {
    type: 'report',
    id: embed.id,
    groupId: embed.groupId ?? undefined,
    embedUrl: embed.embedUrl,
    accessToken: embed.token,
    tokenType: 1,
    permissions: 0,
    viewMode: 0,
    settings: {
      layoutType: 1,
      customLayout: { displayOption: 0 },
      localeSettings: { language, formatLocale: language },
      panes: { filters: { visible: false, expanded: false }, pageNavigation: { visible: false }, bookmarks: { visible: false } },
      bars: { statusBar: { visible: false }, actionBar: { visible: false } },
      visualSettings: { visualHeaders: [{ settings: { visible: false } }] },
    },
    ...(theme ? { theme } : {}),
    ...(item.page ? { pageName: item.page } : {}),
    ...(item.state ? { bookmark: { state: item.state } } : {}),
    ...(item.filters.length > 0 ? { filters: fixedFilters(item.filters) } : {}),
  };
}
