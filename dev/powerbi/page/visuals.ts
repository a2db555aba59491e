import type { Measure } from '../../demo/catalog/types.ts';
import type { Answer, Definition, Dimension, Slice, Sums } from '../model/types.ts';
import { area, columns, donut, donutOrder, dots, draw, heat, layers } from './charts.ts';
import { h, on } from './dom.ts';
import { addsUp, type Format, isShare, measured } from './format.ts';
import type { Palette } from './palette.ts';
import { fill, type Texts } from './texts.ts';

export type Cells = { head: string[]; rows: string[][]; tones?: (('good' | 'bad') | null)[] };

/** One visual of a page: what the SDK lists, what is drawn, and the same figures as a table. */
export type Visual = {
  name: string;
  type: string;
  title: string;
  area: string;
  cells: Cells;
  body(): HTMLElement;
  /** Runs when the element stands in the page and has a size. */
  drawn?: (element: HTMLElement) => void;
};

/** What every visual needs to know. */
export type Scene = {
  definition: Definition;
  answer: Answer;
  say: Texts;
  format: Format;
  palette: Palette;
  narrow: boolean;
  isChosen(dimension: Dimension, value: string): boolean;
  choose(visual: string, dimension: Dimension, value: string): void;
  drill(member: string): void;
};

const labelOf = ({ definition }: Scene, name: Dimension | Measure) => definition.labels[name];
const lower = (scene: Scene, name: Dimension | Measure) => labelOf(scene, name).toLocaleLowerCase(scene.format.locale);

export function tableOf(cells: Cells, key: string): HTMLElement {
  const head = h('tr', {}, ...cells.head.map((text) => h('th', { scope: 'col' }, text)));
  const rows = cells.rows.map((row, index) => {
    const tone = cells.tones?.[index];
    const last = row.length - 1;
    return h(
      'tr',
      {},
      ...row.map((text, at) => (at === 0 ? h('th', { scope: 'row' }, text) : h('td', { class: at === last && tone ? tone : null }, text))),
    );
  });
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': key },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)),
  );
}

export function cards(scene: Scene, measures: readonly Measure[]): Visual[] {
  const { answer, definition, format, say } = scene;
  return measures.map((measure, index): Visual => {
    const now = measured(measure, answer.total.now);
    const change = format.change(measure, now, measured(measure, answer.total.before));
    const label = definition.labels[measure];
    const title = index === 0 && addsUp(measure) ? fill(say.ofMonth, { measure: label }) : label;
    return {
      name: `card-${measure}`,
      type: 'card',
      title,
      area: 'card',
      cells: { head: [title, say.change], rows: [[format.value(measure, now), change ? `${change.up ? '+' : '-'}${change.text}` : '–']] },
      body: () => {
        const spoken = change ? fill(change.up ? say.up : say.down, { value: change.text }) : '';
        const mark =
          change &&
          h(
            'span',
            { class: change.good ? 'good' : 'bad', role: 'img', 'aria-label': spoken, title: spoken },
            `${change.up ? '▲' : '▼'} ${change.text}`,
          );
        return h('p', { class: 'figure' }, h('b', {}, format.value(measure, now)), mark);
      },
    };
  });
}

function chart(element: HTMLElement, label: string, cells: Cells): HTMLElement {
  element.className = 'chart';
  element.setAttribute('role', 'img');
  element.setAttribute(
    'aria-label',
    `${label}. ${cells.rows
      .slice(0, 12)
      .map((row) => row.join(' '))
      .join(', ')}`,
  );
  return element;
}

/** The main picture of a report: which one depends on the report's cover, so that neighbours do not look alike. */
export function mainVisual(scene: Scene): Visual {
  const { answer, definition, format, palette, say, narrow } = scene;
  const { measure, layout } = definition;
  if (layout === 'dots') return scatter(scene, 'main');
  if (layout === 'contour') return trend(scene, 'region', 'main', 'heat');
  if (layout === 'dunes') return trend(scene, 'channel', 'main', 'layers');
  const against = measure === 'amount' ? say.target : say.yearBefore;
  const held = answer.months.map((month) => (measure === 'amount' ? month.sums[5] : measured(measure, month.yearBefore)));
  const values = answer.months.map((month) => measured(measure, month.sums));
  const label = definition.labels[measure];
  const title = fill(measure === 'amount' ? say.withTarget : say.withYearBefore, { measure: label });
  const cells: Cells = {
    head: [say.month, label, against],
    rows: answer.months.map((month, index) => [
      format.monthYear(month.month),
      format.bare(measure, values[index] ?? null),
      format.bare(measure, held[index] ?? null),
    ]),
  };
  const labels = answer.months.map((month) => format.monthShort(month.month));
  const axes = {
    palette,
    labels,
    narrow,
    axis: (value: number) => format.axis(measure, value),
    full: (value: number) => format.value(measure, value),
  };
  const bars = { name: label, values, color: palette.series[0]! };
  const line = { name: against, values: held, color: palette.series[1]! };
  return {
    name: 'main',
    type: layout === 'ridge' ? 'areaChart' : 'lineClusteredColumnComboChart',
    title,
    area: 'main',
    cells,
    body: () => chart(h('div'), title, cells),
    drawn: (element) =>
      draw(
        element,
        layout === 'ridge'
          ? area(axes, bars, line)
          : columns(
              axes,
              bars,
              line,
              answer.months.map((month) => month.partial),
            ),
      ),
  };
}

/** One series per region or channel over the months. */
export function trend(scene: Scene, dimension: 'region' | 'channel', place: string, look: 'layers' | 'heat'): Visual {
  const { answer, definition, format, palette, say, narrow } = scene;
  const { measure } = definition;
  const title = fill(say.byMonth, { measure: definition.labels[measure], dimension: lower(scene, dimension) });
  const rows = answer.trends[dimension].map((trend) => ({ name: trend.name, values: trend.sums.map((sums) => measured(measure, sums)) }));
  const cells: Cells = {
    head: [say.month, ...rows.map((row) => row.name)],
    rows: answer.months.map((month, at) => [
      format.monthYear(month.month),
      ...rows.map((row) => format.bare(measure, row.values[at] ?? null)),
    ]),
  };
  const labels = answer.months.map((month) => format.monthShort(month.month));
  const axes = {
    palette,
    labels,
    narrow,
    axis: (value: number) => format.axis(measure, value),
    full: (value: number) => format.value(measure, value),
  };
  const series = rows.map((row, index) => ({ ...row, color: palette.series[donutOrder[index]!]! }));
  return {
    name: `trend-${dimension}`,
    type: look === 'heat' ? 'matrix' : 'stackedAreaChart',
    title,
    area: place,
    cells,
    body: () => {
      const canvas = chart(h('div'), title, cells);
      return look === 'heat'
        ? canvas
        : h(
            'div',
            { class: 'stacked' },
            canvas,
            legend(series.map(({ name, color }) => ({ name, color: series.length > 0 ? color : '', text: '' }))),
          );
    },
    drawn: (element) => {
      const canvas = element.querySelector<HTMLElement>('.chart') ?? element;
      draw(canvas, look === 'heat' ? heat(axes, rows) : layers(axes, series, addsUp(measure)));
    },
  };
}

function legend(entries: { name: string; color: string; text: string }[]): HTMLElement {
  return h(
    'ul',
    { class: 'legend' },
    ...entries.map(({ name, color, text }) => {
      const mark = h('i');
      mark.style.background = color;
      return h('li', {}, mark, h('span', {}, name), text ? h('b', {}, text) : null);
    }),
  );
}

/** Shares of a whole as a ring; a measure that does not add up gets bars instead. */
export function shares(scene: Scene, dimension: Dimension, place: string): Visual {
  const { answer, definition, format, palette, say } = scene;
  const { measure } = definition;
  if (!addsUp(measure)) return barsBy(scene, dimension, place);
  const title = fill(say.by, { measure: definition.labels[measure], dimension: lower(scene, dimension) });
  const parts = answer.slices[dimension].map((slice) => ({ name: slice.name, value: measured(measure, slice.now) ?? 0 })).slice(0, 8);
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  const cells: Cells = {
    head: [labelOf(scene, dimension), definition.labels[measure], say.share],
    rows: parts.map((part) => [part.name, format.bare(measure, part.value), format.share(total ? part.value / total : 0)]),
  };
  const [middle, unit] = centre(total, scene);
  return {
    name: `shares-${dimension}`,
    type: 'donutChart',
    title,
    area: place,
    cells,
    body: () => {
      const ring = chart(h('div'), title, cells);
      const hole = h('p', { class: 'hole', 'aria-hidden': 'true' }, h('b', {}, middle), unit ? h('span', {}, unit) : null);
      const entries = parts.map((part, index) => ({
        name: part.name,
        color: palette.series[donutOrder[index]!]!,
        text: format.share(total ? part.value / total : 0),
      }));
      return h('div', { class: 'ring' }, h('div', { class: 'ringbox' }, ring, hole), legend(entries));
    },
    drawn: (element) =>
      draw(
        element.querySelector<HTMLElement>('.chart') ?? element,
        donut(palette, parts, (value) => format.value(measure, value)),
      ),
  };
}

/** The total inside the ring, its power of ten in words. */
function centre(total: number, { format, say }: Scene): [string, string] {
  const write = (value: number) =>
    new Intl.NumberFormat(format.locale, { minimumFractionDigits: value < 100 ? 2 : 0, maximumFractionDigits: value < 100 ? 2 : 0 }).format(
      value,
    );
  if (total >= 1e6) return [write(total / 1e6), say.million];
  if (total >= 1e5) return [write(total / 1e3), say.thousand];
  return [new Intl.NumberFormat(format.locale, { maximumFractionDigits: 0 }).format(total), ''];
}

/** Bars that can be pressed: pressing one keeps only its rows on all pages. */
export function barsBy(scene: Scene, dimension: Dimension, place: string): Visual {
  const { answer, definition, format, say } = scene;
  const { measure } = definition;
  const name = `bars-${dimension}`;
  const title = fill(say.by, { measure: definition.labels[measure], dimension: lower(scene, dimension) });
  const rows = answer.slices[dimension]
    .map((slice) => ({ name: slice.name, value: measured(measure, slice.now) ?? 0 }))
    .sort((one, other) => other.value - one.value)
    .slice(0, 8);
  const largest = Math.max(...rows.map((row) => row.value), 0);
  const cells: Cells = {
    head: [labelOf(scene, dimension), definition.labels[measure]],
    rows: rows.map((row) => [row.name, format.bare(measure, row.value)]),
  };
  return {
    name,
    type: 'barChart',
    title,
    area: place,
    cells,
    body: () =>
      h(
        'ul',
        { class: 'bars' },
        ...rows.map((row) => {
          const fillBar = h('i');
          fillBar.style.width = `${largest ? Math.max(1, (row.value / largest) * 96) : 0}%`;
          const chosen = scene.isChosen(dimension, row.name);
          const button = h(
            'button',
            { type: 'button', 'aria-pressed': String(chosen), 'data-key': `${name}/${row.name}` },
            h('span', {}, row.name),
            h('span', { class: 'track' }, fillBar),
            h('b', {}, format.bare(measure, row.value)),
          );
          return h(
            'li',
            {},
            on(button, 'click', () => scene.choose(name, dimension, row.name)),
          );
        }),
      ),
  };
}

const reach = (slice: Slice): number | null => (slice.now[5] ? slice.now[0] / slice.now[5] : null);

/** Regions, members or products with the figures that a meeting asks for; a member opens its details. */
export function performance(scene: Scene, dimension: Dimension, place: string, most: number): Visual {
  const { answer, definition, format, palette: _, say } = scene;
  const name = `table-${dimension}`;
  const title = fill(say.performance, { dimension: lower(scene, dimension) });
  const inverse = definition.inverse.amount;
  const measures: Measure[] = scene.narrow
    ? ['amount', 'margin']
    : most > 8
      ? ['count', 'amount', 'average', 'margin', 'rate']
      : ['count', 'amount', 'margin'];
  const sorted = [...answer.slices[dimension]].sort((one, other) => other.now[0] - one.now[0]).slice(0, most);
  const whole = answer.monthDays ? answer.days / answer.monthDays : 1;
  const held = sorted.map((slice) => {
    const part = reach(slice);
    return part === null ? null : part * (definition.units.amount === 'percent' ? whole : 1);
  });
  const tones = held.map((part) =>
    part === null ? null : part >= 1 !== inverse ? ('good' as const) : part < 0.9 !== inverse ? ('bad' as const) : null,
  );
  const cells: Cells = {
    head: [labelOf(scene, dimension), ...measures.map((measure) => definition.labels[measure]), say.vsTarget],
    rows: sorted.map((slice, index) => [
      slice.name,
      ...measures.map((measure) => format.bare(measure, measured(measure, slice.now))),
      held[index] === null ? '–' : format.share(held[index]!),
    ]),
    tones,
  };
  return {
    name,
    type: 'tableEx',
    title,
    area: place,
    cells,
    body: () => {
      const table = tableOf(cells, title);
      if (dimension !== 'member') return table;
      for (const cell of table.querySelectorAll<HTMLElement>('tbody th')) {
        const member = cell.textContent ?? '';
        const button = h(
          'button',
          { type: 'button', class: 'link', 'data-key': `drill/${member}`, title: fill(say.details, { name: member }) },
          member,
        );
        cell.replaceChildren(on(button, 'click', () => scene.drill(member)));
      }
      return table;
    },
  };
}

export function scatter(scene: Scene, place: string): Visual {
  const { answer, definition, format, palette, say, narrow } = scene;
  const y: Measure = isShare(definition.units[definition.measure]) ? definition.measure : 'margin';
  const title = fill(say.against, { first: definition.labels.count, second: definition.labels[y], dimension: lower(scene, 'member') });
  const members = answer.slices.member;
  const cells: Cells = {
    head: [definition.labels.member, definition.labels.count, definition.labels[y]],
    rows: members.map((slice) => [slice.name, format.bare('count', slice.now[1]), format.bare(y, measured(y, slice.now))]),
  };
  const points = members.map((slice: Slice & { now: Sums }) => ({
    name: slice.name,
    x: slice.now[1],
    y: measured(y, slice.now) ?? 0,
    size: slice.now[0],
  }));
  const axes = {
    palette,
    labels: [],
    narrow,
    axis: (value: number) => format.axis(y, value),
    full: (value: number) => format.value(y, value),
  };
  return {
    name: 'scatter',
    type: 'scatterChart',
    title,
    area: place,
    cells,
    body: () => chart(h('div'), title, cells),
    drawn: (element) =>
      draw(
        element,
        dots(
          {
            ...axes,
            xAxis: (value) => format.axis('count', value),
            about: (dot) => `${dot.name}\n${format.value('count', dot.x)}\n${format.value(y, dot.y)}`,
          },
          points,
        ),
      ),
  };
}

export function daily(scene: Scene, place: string): Visual {
  const { answer, definition, format, palette, say, narrow } = scene;
  const measure: Measure = addsUp(definition.measure) ? definition.measure : 'amount';
  const title = fill(say.byDay, { measure: definition.labels[measure] });
  const values = answer.daily.map((day) => measured(measure, day.sums));
  const cells: Cells = {
    head: [say.day, definition.labels[measure]],
    rows: answer.daily.map((day, index) => [format.day(day.day), format.bare(measure, values[index] ?? null)]),
  };
  const axes = {
    palette,
    labels: answer.daily.map((day) => format.day(day.day)),
    narrow,
    axis: (value: number) => format.axis(measure, value),
    full: (value: number) => format.value(measure, value),
  };
  return {
    name: 'daily',
    type: 'columnChart',
    title,
    area: place,
    cells,
    body: () => chart(h('div'), title, cells),
    drawn: (element) => draw(element, columns(axes, { name: definition.labels[measure], values, color: palette.series[0]! }, null, [])),
  };
}
