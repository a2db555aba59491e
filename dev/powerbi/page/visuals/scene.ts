import type { Measure } from '../../../demo/catalog/types.ts';
import type { Answer, Definition, Dimension } from '../../model/types.ts';
import type { Axes } from '../charts.ts';
import { h } from '../dom.ts';
import type { Format } from '../format.ts';
import type { Palette } from '../palette.ts';
import type { Texts } from '../texts.ts';

export type Cells = { head: string[]; rows: string[][]; tones?: ('good' | 'bad' | null)[] };

/** One visual of a page: its SDK entry, its drawing, and the same figures as a table. */
export type Visual = {
  name: string;
  type: string;
  title: string;
  area: string;
  cells: Cells;
  body(): HTMLElement;
  /** Runs when the element is in the page and has a size. */
  drawn?: (element: HTMLElement) => void;
};

/** The context of every visual. */
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

/** A label within a sentence; an abbreviation keeps its capitals. */
export function lower({ definition, format }: Scene, name: Dimension | Measure): string {
  const label = definition.labels[name];
  return label === label.toUpperCase() ? label : label.toLocaleLowerCase(format.locale);
}

/** Lists of figures side by side as the rows of a table; each list keeps one unit. */
export function getRows(names: string[], ...lists: string[][]): string[][] {
  return names.map((name, index) => [name, ...lists.map((list) => list[index] ?? '–')]);
}

export function getAxes({ format, palette, narrow }: Scene, measure: Measure, labels: string[]): Axes {
  return { palette, labels, narrow, axis: (value) => format.axis(measure, value), full: (value) => format.value(measure, value) };
}

/** An element for a chart, with its figures as the accessible name. */
export function chart(title: string, cells: Cells): HTMLElement {
  const spoken = cells.rows.slice(0, 12).map((row) => row.join(' '));
  return h('div', { class: 'chart', role: 'img', 'aria-label': `${title}. ${spoken.join(', ')}` });
}

export function legend(entries: { name: string; color: string; text?: string }[]): HTMLElement {
  const lines = entries.map(({ name, color, text }) => {
    const mark = h('i');
    mark.style.background = color;
    return h('li', {}, mark, h('span', {}, name), text ? h('b', {}, text) : null);
  });
  return h('ul', { class: 'legend' }, ...lines);
}

export function getTable(cells: Cells, label: string): HTMLElement {
  const head = h('tr', {}, ...cells.head.map((text) => h('th', { scope: 'col' }, text)));
  const rows = cells.rows.map((row, index) => {
    const tone = cells.tones?.[index];
    const last = row.length - 1;
    return h(
      'tr',
      {},
      ...row.map((text, at) => (at === 0 ? h('th', { scope: 'row' }, text) : h('td', { class: at === last ? tone : null }, text))),
    );
  });
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)),
  );
}
