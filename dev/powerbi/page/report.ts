import type { Answer, Definition, PageInfo, QueryReply } from '../model/types.ts';
import { readBookmark, writeBookmark } from './bookmark.ts';
import { isRecord, type Json, list, text } from './dom.ts';
import { editBar, makeEditing } from './edit.ts';
import { basicFilter, type Chosen, getColumn, isDimension, nothingChosen, queryFilters } from './filters.ts';
import { makeFormat } from './format.ts';
import { getPalette } from './palette.ts';
import { getChange, inWords, toSelection } from './selection.ts';
import { ask, getExpiry, type Problem } from './service.ts';
import { getLanguage, type Look, localeOr, mergedSettings, readLook, settingAt } from './settings.ts';
import { slicerNames, toggled } from './slicers.ts';
import { letStrangerSpeak } from './stranger.ts';
import { texts } from './texts.ts';
import type { Host } from './transport.ts';
import { clearOverlay, drawOverlay, drawProblem, drawReport, drawSkeleton, forgetLook } from './view.ts';
import type { Scene, Visual } from './visuals/scene.ts';

export type Ready = { definition: Definition; answer: Answer };

export type Report = ReturnType<typeof makeReport>;

/** The one report of this frame: loaded config, selection and drawing. */
export function makeReport(host: Host, address: URLSearchParams) {
  let uid = address.get('uid') ?? '';
  let sequence = 0;
  let config: Json = {};
  let token = '';
  let ready: Ready | null = null;
  let page: PageInfo | null = null;
  let pageBefore: PageInfo | null = null;
  let chosen = nothingChosen();
  let filters: Json[] = [];
  let pageFilters: Record<string, Json[]> = {};
  let theme: Json = {};
  let settings: Json = {};
  let visuals: Visual[] = [];
  let timer = 0;
  let skewMs = 0;
  let isExpired = false;
  let fault: QueryReply['fault'] = null;
  let language = getLanguage(address.get('language') ?? navigator.language);

  const emit = (name: string, body: Json = {}) => host.send(`/reports/${uid}/events/${name}`, body);
  const emitOnPage = (path: string, name: string, body: Json) =>
    host.send(`/reports/${uid}/pages/${page?.name ?? ''}${path}/events/${name}`, body);

  const look = (): Look => readLook(settings);

  const problem = (error: Problem): void => {
    if (error.message === 'TokenExpired') {
      expire();
      return;
    }
    const say = texts[language];
    const paused = error.code === 'CapacityNotActive';
    drawProblem(say.failed, paused ? error.code : error.message, error.requestId);
    emit('error', {
      message: error.message,
      detailedMessage: error.detail,
      errorCode: error.status,
      level: 6,
      technicalDetails: { requestId: error.requestId ?? '', errorInfo: [{ key: 'code', value: error.code }] },
    });
  };

  function expire(): void {
    if (isExpired) return;
    isExpired = true;
    clearTimeout(timer);
    const say = texts[language];
    if (ready) drawOverlay(say.expired, say.expiredWhy);
    else drawProblem(say.expired, say.expiredWhy, null);
    emit('error', {
      message: 'TokenExpired',
      detailedMessage: 'Access token has expired, resubmit with a new access token',
      errorCode: '403',
      level: 6,
    });
  }

  function watchToken(): void {
    clearTimeout(timer);
    const seconds = Number(/^token:(\d+)$/.exec(address.get('sim') ?? '')?.[1] ?? 0);
    const endsAt = getExpiry(token);
    if (endsAt === null && !seconds) return;
    const left = seconds ? seconds * 1000 : (endsAt ?? 0) - (Date.now() + skewMs);
    timer = window.setTimeout(expire, Math.min(Math.max(0, left), 2 ** 31 - 1));
  }

  const editing = makeEditing({
    report: () => String(config.id ?? ''),
    token: () => token,
    definition: () => ready?.definition ?? null,
    emit,
    show(name) {
      if (!ready || !page) return;
      ready = { ...ready, definition: editing.applied(ready.definition) };
      const { pages } = ready.definition;
      const next = pages.find((candidate) => candidate.name === (name ?? page?.name)) ?? pages[0];
      if (next && next.name !== page.name) return void goTo(next);
      page = next ?? page;
      redraw();
    },
  });

  const scene = (now: Ready): Scene => {
    const say = texts[language];
    const locale = localeOr(text(settingAt(settings, 'localeSettings', 'formatLocale')) ?? address.get('formatLocale'), language);
    return {
      ...now,
      say,
      format: makeFormat(locale, now.definition, say),
      palette: getPalette(theme.themeJson),
      narrow: window.innerWidth <= 600 || look().portrait,
      isChosen: (dimension, value) => chosen[dimension].includes(value),
      choose: (visual, dimension, value) =>
        change(visual, { [dimension]: toggled(chosen[dimension], value, !chosen[dimension].includes(value)) }),
      drill: (member) => {
        chosen = { ...chosen, member: [member] };
        const details = now.definition.pages.find(({ kind }) => kind === 'details');
        if (details) void goTo(details);
      },
    };
  };

  const hostFilters = (): Json[] => [...filters, ...(page ? (pageFilters[page.name] ?? []) : [])];

  function redraw(): void {
    if (!ready || !page) return;
    const now = ready;
    visuals = drawReport(
      {
        scene: scene(now),
        chosen,
        page,
        bar: editing.isOn ? editBar(editing, page, now.definition.name, texts[language]) : null,
        look: look(),
        hostFilters: inWords(now.definition, hostFilters()),
        drilled: page.kind === 'details' ? (chosen.member[0] ?? null) : null,
      },
      {
        change,
        open: (name) => {
          const wanted = now.definition.pages.find((candidate) => candidate.name === name);
          if (wanted) void goTo(wanted);
        },
        back: () => void goTo(pageBefore ?? now.definition.pages[0]!),
      },
    );
    if (isExpired) drawOverlay(texts[language].expired, texts[language].expiredWhy);
  }

  const rendered = (): void => {
    if (fault === 'never_rendered' || address.get('sim') === 'never_rendered') return;
    if (settingAt(settings, 'visualRenderedEvents') === true)
      for (const visual of visuals) emitOnPage(`/visuals/${visual.name}`, 'visualRendered', visualBody(visual));
    emit('rendered');
  };

  const visualBody = (visual: Visual): Json => ({ name: visual.name, title: visual.title, type: visual.type });

  /** Requests figures with the current filters; the newest request wins. */
  async function fetchAnswer(): Promise<boolean> {
    const mine = ++sequence;
    const reply = await ask(String(config.id ?? ''), token, {
      month: chosen.month,
      language,
      filters: ready ? queryFilters(ready.definition, hostFilters(), chosen) : [],
    });
    if (mine !== sequence) return false;
    if ('message' in reply) {
      problem(reply);
      return false;
    }
    skewMs = Date.parse(reply.serverNow) - Date.now();
    fault = reply.fault;
    ready = { definition: editing.applied(reply.definition, reply.mayEdit), answer: reply.answer };
    return true;
  }

  async function refetch(then: () => void = () => {}): Promise<void> {
    if (!(await fetchAnswer())) return;
    redraw();
    then();
    rendered();
  }

  async function goTo(wanted: PageInfo, then: () => void = () => {}): Promise<void> {
    if (!ready || !page) return;
    const old = page;
    const details = ready.definition.pages.find(({ kind }) => kind === 'details')?.name;
    pageBefore = old.name === wanted.name ? pageBefore : old;
    if (old.name === details && wanted.name !== details) chosen = { ...chosen, member: [] };
    page = wanted;
    const own = Object.keys(pageFilters).length > 0 || old.name === details || wanted.name === details;
    if (own && !(await fetchAnswer())) return;
    redraw();
    emit('pageChanged', getChange(old, wanted));
    then();
    rendered();
  }

  function change(visual: string, wanted: Partial<Chosen>): void {
    chosen = { ...chosen, ...wanted };
    void refetch(() => {
      if (!ready || !page) return;
      emitOnPage(`/visuals/${visual}`, 'dataSelected', toSelection(ready.definition, page, visual, wanted));
    });
  }

  /** Puts the values of a filter into the slicer of the same column. */
  function choose(filter: unknown): boolean {
    if (!ready || !isRecord(filter)) return false;
    const column = getColumn(ready.definition, filter.target);
    if (!column) return false;
    const values = filter.operator === 'In' ? list(filter.values).map(String) : [];
    chosen = isDimension(column) ? { ...chosen, [column]: values } : { ...chosen, month: values[0] ?? null };
    return true;
  }

  function takeBookmark(state: string): boolean {
    const mark = readBookmark(state);
    const wanted = ready?.definition.pages.find((candidate) => candidate.name === mark?.page);
    if (!mark || !wanted) return false;
    ({ chosen, filters, pageFilters } = mark);
    page = wanted;
    return true;
  }

  /** Applies the load config's settings besides report and token; true when the figures must be requested again. */
  function prescribe({ definition }: Ready): boolean {
    const wanted = definition.pages.find((candidate) => candidate.name === config.pageName);
    page = wanted ?? definition.pages[0] ?? null;
    if (isRecord(config.theme)) theme = config.theme;
    const given = config.filters;
    if (Array.isArray(given)) filters = given.filter(isRecord);
    else if (isRecord(given)) {
      const part = (name: string) => (isRecord(given[name]) ? list(given[name].filters).filter(isRecord) : []);
      filters = part('allPages');
      if (page) pageFilters = { [page.name]: part('currentPage') };
    }
    for (const slicer of list(config.slicers)) {
      const state = isRecord(slicer) && isRecord(slicer.state) ? slicer.state : {};
      for (const filter of list(state.filters)) choose(filter);
    }
    const mark = isRecord(config.bookmark) ? text(config.bookmark.state) : null;
    const marked = mark !== null && takeBookmark(mark);
    return marked || hostFilters().length > 0 || JSON.stringify(chosen) !== JSON.stringify(nothingChosen());
  }

  function start(loadConfig: Json): void {
    config = loadConfig;
    editing.start(config);
    settings = isRecord(config.settings) ? config.settings : {};
    token = text(config.accessToken) ?? '';
    language = getLanguage(text(settingAt(settings, 'localeSettings', 'language')) ?? address.get('language') ?? navigator.language);
    document.documentElement.lang = language;
    ready = null;
    page = null;
    pageBefore = null;
    chosen = nothingChosen();
    filters = [];
    pageFilters = {};
    theme = {};
    isExpired = false;
    forgetLook();
  }

  return {
    get isStarted() {
      return token !== '';
    },
    get ready() {
      return ready;
    },
    get page() {
      return page;
    },
    get visuals() {
      return visuals;
    },
    get theme() {
      return theme;
    },
    get zoom() {
      return look().zoom;
    },
    emit,
    editing,

    setUid(next: string | undefined): void {
      if (next) uid = next;
    },

    /** Loads a report; with `phased` it waits for render() before it draws. */
    async load(loadConfig: Json, phased: boolean): Promise<void> {
      start(loadConfig);
      drawSkeleton(texts[language]);
      const sim = address.get('sim') ?? '';
      const slow = /^slow:(\d+)$/.exec(sim);
      if (slow) await new Promise((resolve) => setTimeout(resolve, Number(slow[1])));
      if (!(await fetchAnswer()) || !ready) return;
      if (fault === 'error' || sim === 'error') {
        return problem({
          message: 'LoadReportFailed',
          detail: 'Could not load the report',
          code: 'LoadReportFailed',
          status: '500',
          requestId: null,
        });
      }
      document.title = ready.definition.name;
      watchToken();
      if (prescribe(ready) && !(await fetchAnswer())) return;
      editing.open();
      if (fault === 'wrong_origin' || sim === 'wrong_origin') letStrangerSpeak(uid);
      emit('loaded');
      if (!phased) this.render(undefined);
    },

    render(extra: unknown): void {
      if (isRecord(extra) && isRecord(extra.settings)) settings = { ...settings, ...extra.settings };
      emit('renderingStarted');
      redraw();
      rendered();
    },

    setToken(next: string): void {
      token = next;
      const wasExpired = isExpired;
      isExpired = false;
      clearOverlay();
      watchToken();
      if (!ready) void this.load({ ...config, accessToken: next }, false);
      else if (wasExpired) void refetch();
    },

    refresh: () => void refetch(),
    redraw,
    goTo,
    choose,

    toFilters: (scope: string | null): Json[] => (scope === null ? filters : (pageFilters[scope] ?? [])),
    setFilters(scope: string | null, next: Json[]): void {
      if (scope === null) filters = next;
      else pageFilters = { ...pageFilters, [scope]: next };
      void refetch(() => emit('filtersApplied', { filters: next }));
    },

    setSlicer(visual: string, given: Json[]): void {
      const column = (Object.keys(slicerNames) as (keyof typeof slicerNames)[]).find((name) => slicerNames[name] === visual); // because keys() forgets them
      if (given.length === 0 && column) chosen = column === 'month' ? { ...chosen, month: null } : { ...chosen, [column]: [] };
      for (const filter of given) choose(filter);
      change(visual, {});
    },
    /** What a slicer offers, as its export has it: the heading, then the values. */
    slicerValues(visual: string): string[] | null {
      const column = (Object.keys(slicerNames) as (keyof typeof slicerNames)[]).find((name) => slicerNames[name] === visual); // because keys() forgets them
      if (!ready || !column) return null;
      return [column === 'month' ? texts[language].period : ready.definition.labels[column], ...ready.answer.options[column]];
    },
    slicerState(visual: string): Json | null {
      const column = (Object.keys(slicerNames) as (keyof typeof slicerNames)[]).find((name) => slicerNames[name] === visual); // because keys() forgets them
      if (!ready || !column) return null;
      const values = column === 'month' ? (chosen.month ? [chosen.month] : []) : chosen[column];
      const filter = basicFilter(ready.definition, column, values);
      return { filters: values.length ? [filter] : [], targets: [filter.target] };
    },

    setTheme(next: Json): void {
      theme = next;
      redraw();
      rendered();
    },
    setSettings(next: Json): void {
      settings = mergedSettings(settings, next);
      redraw();
    },

    capture: (): string => writeBookmark({ page: page?.name ?? '', filters, pageFilters, chosen }),
    applyState(state: string): boolean {
      const old = page;
      if (!takeBookmark(state)) return false;
      void refetch(() => {
        if (page && old && page.name !== old.name) emit('pageChanged', getChange(old, page));
        emit('bookmarkApplied', { bookmarkName: '' });
      });
      return true;
    },
    applyNamed(name: string): boolean {
      if (!ready) return false;
      const first = ready.answer.options.region[0];
      if (name === 'Bookmark_all') chosen = nothingChosen();
      else if (name === 'Bookmark_largest' && first) chosen = { ...nothingChosen(), region: [first] };
      else return false;
      void refetch(() => emit('bookmarkApplied', { bookmarkName: name }));
      return true;
    },
  };
}
