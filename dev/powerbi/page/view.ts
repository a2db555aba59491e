import type { PageInfo } from '../model/types.ts';
import { clearCharts } from './charts.ts';
import { h, on, show } from './dom.ts';
import type { Chosen } from './filters.ts';
import { listVisuals } from './pages.ts';
import { paint } from './palette.ts';
import type { Look } from './settings.ts';
import { filterPane, slicers } from './slicers.ts';
import { fill, type Texts } from './texts.ts';
import { getTable, type Scene, type Visual } from './visuals/scene.ts';

export type Shown = {
  scene: Scene;
  chosen: Chosen;
  page: PageInfo;
  /** The bar above a report in edit mode. */
  bar: HTMLElement | null;
  look: Look;
  hostFilters: { label: string; text: string }[];
  drilled: string | null;
};
type Acts = { change(visual: string, change: Partial<Chosen>): void; open(page: string): void; back(): void };

let asTable = new Set<string>();

export function forgetLook(): void {
  asTable = new Set();
}

/** Empty tiles, so that a loading report already has its layout. */
export function drawSkeleton(say: Texts): void {
  clearCharts();
  document.documentElement.classList.toggle('narrow', window.innerWidth <= 600);
  const tiles = Array.from({ length: 9 }, (_, index) =>
    h('div', { class: `tile ${index < 5 ? 'card' : ['main', 'side', 'low', 'foot'][index - 5]!}` }),
  );
  show(
    h(
      'div',
      { class: 'report skeleton', role: 'status', 'aria-label': say.loading },
      h('div', { class: 'content' }, h('div', { class: 'head' }), h('div', { class: 'grid overview' }, ...tiles)),
    ),
  );
}

export function drawProblem(title: string, detail: string, id: string | null): void {
  clearCharts();
  show(
    h('main', { class: 'problem', 'aria-label': title }, h('h1', {}, title), h('p', {}, detail), id ? h('p', { class: 'id' }, id) : null),
  );
}

/** Lays a note over the report without taking it away. */
export function drawOverlay(title: string, detail: string): void {
  document.body.append(h('div', { class: 'overlay', role: 'alert' }, h('div', {}, h('h2', {}, title), h('p', {}, detail))));
}

export function clearOverlay(): void {
  for (const overlay of document.querySelectorAll('.overlay')) overlay.remove();
}

export function closeSlicers(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details.slicer[open]')) details.open = false;
}

function tile(visual: Visual, look: Look, say: Texts): HTMLElement {
  const body = h('div', { class: 'body' });
  const isChart = visual.drawn !== undefined;
  const fillBody = () => {
    const table = isChart && asTable.has(visual.name);
    const inner = table ? getTable(visual.cells, visual.title) : visual.body();
    body.replaceChildren(inner);
    if (!table && visual.drawn) visual.drawn(inner);
    if (toggle) toggle.textContent = table ? '▤' : '▦';
    toggle?.setAttribute('aria-label', fill(table ? say.asChart : say.asTable, { title: visual.title }));
    toggle?.setAttribute('title', fill(table ? say.asChart : say.asTable, { title: visual.title }));
  };
  const toggle = look.headers && isChart ? h('button', { type: 'button', class: 'toggle', 'data-key': `as-table/${visual.name}` }) : null;
  if (toggle) {
    on(toggle, 'click', () => {
      if (!asTable.delete(visual.name)) asTable.add(visual.name);
      fillBody();
    });
  }
  const section = h(
    'section',
    { class: `tile ${visual.area}`, role: 'group', 'aria-label': visual.title, 'data-visual': visual.name },
    h('header', {}, h('h2', {}, visual.title), toggle),
    body,
  );
  fills.set(section, fillBody);
  return section;
}

const fills = new WeakMap<HTMLElement, () => void>();

/** Draws the whole page at once and returns its visuals. */
export function drawReport({ scene, chosen, page, bar, look, hostFilters, drilled }: Shown, acts: Acts): Visual[] {
  const { definition, answer, format, say } = scene;
  const openSlicer = document.querySelector<HTMLDetailsElement>('details.slicer[open]')?.dataset.slicer ?? null;
  const paneGroups = [...document.querySelectorAll<HTMLDetailsElement>('details[data-pane]')].map(
    ({ dataset, open }): [string, boolean] => [dataset.pane ?? '', open],
  );
  const scrolled = document.querySelector('.content')?.scrollTop ?? 0;
  clearCharts();
  paint(scene.palette);
  const { classList } = document.documentElement;
  classList.toggle('narrow', scene.narrow);
  classList.toggle('clear', look.transparent);
  classList.toggle('fit-width', look.fit === 'width' && !scene.narrow);
  classList.toggle('actual', look.fit === 'actual' && !scene.narrow);
  const visuals = listVisuals(scene, page.kind);
  const month = format.month(answer.month);
  const period = answer.days < answer.monthDays ? fill(say.untilDay, { month, day: answer.days }) : month;
  const back =
    page.kind === 'details'
      ? on(h('button', { type: 'button', class: 'quiet', 'data-key': 'back' }, `← ${say.back}`), 'click', acts.back)
      : null;
  const head = h(
    'header',
    { class: 'head' },
    back,
    h('h1', {}, definition.name),
    h('p', {}, drilled ? `${drilled}, ${period}` : period),
    h('div', { class: 'slicers' }, ...slicers(scene, chosen, openSlicer, acts.change)),
  );
  const isEmpty = answer.total.now[0] === 0 && answer.total.before[0] === 0;
  const nothing = h('div', { class: 'nothing', role: 'status' }, h('h2', {}, say.noRows), h('p', {}, say.noRowsWhy));
  const grid = isEmpty ? nothing : h('div', { class: `grid ${page.kind}` }, ...visuals.map((visual) => tile(visual, look, say)));
  const main = h('main', { class: 'content', tabindex: -1, 'aria-label': definition.name }, bar, head, grid);
  if (look.zoom !== 1) main.style.zoom = String(look.zoom);
  const pane = look.filters
    ? filterPane(scene, chosen, { hostFilters, expanded: look.filtersExpanded, groups: new Map(paneGroups) }, acts.change)
    : null;
  const shell = h(
    'div',
    { class: `report${look.portrait ? ' portrait' : ''}${pane ? ' with-pane' : ''}` },
    main,
    pane,
    look.navigation ? tabs(scene, page, bar !== null, acts) : null,
  );
  show(shell, () => {
    for (const section of shell.querySelectorAll<HTMLElement>('.tile')) fills.get(section)?.();
    main.scrollTop = scrolled;
  });
  return visuals;
}

function tabs({ definition, say }: Scene, current: PageInfo, withHidden: boolean, acts: Acts): HTMLElement {
  const shown = definition.pages.filter((page) => page.visibility === 0 || withHidden || page.name === current.name);
  const buttons = shown.map((page) => {
    const isCurrent = page.name === current.name;
    return on(
      h('button', { type: 'button', 'aria-current': isCurrent ? 'page' : null, 'data-key': `page/${page.name}` }, page.displayName),
      'click',
      () => acts.open(page.name),
    );
  });
  return h('nav', { class: 'tabs', 'aria-label': say.pages }, ...buttons);
}
