import type { Dimension } from '../../model/types.ts';
import { donut, donutOrder, draw } from '../charts.ts';
import { h } from '../dom.ts';
import { addsUp, measured } from '../format.ts';
import { fill } from '../texts.ts';
import { barsBy } from './bars.ts';
import { type Cells, chart, getRows, legend, lower, type Scene, type Visual } from './scene.ts';

/** The total inside the ring, its power of ten in words. */
function centre(total: number, { format, say }: Scene): [figure: string, unit: string] {
  const write = (value: number, digits: number) =>
    new Intl.NumberFormat(format.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  if (total >= 1e6) return [write(total / 1e6, total >= 1e8 ? 0 : total >= 1e7 ? 1 : 2), say.million];
  if (total >= 1e5) return [write(total / 1e3, 0), say.thousand];
  return [write(total, 0), ''];
}

/** Shares of a whole as a ring; a measure that does not add up gets bars instead. */
export function shares(scene: Scene, dimension: Dimension, place: string): Visual {
  const { answer, definition, format, palette, say } = scene;
  const { measure } = definition;
  if (!addsUp(measure)) return barsBy(scene, dimension, place);
  const title = fill(say.by, { measure: definition.labels[measure], dimension: lower(scene, dimension) });
  const parts = answer.slices[dimension].map((slice) => ({ name: slice.name, value: measured(measure, slice.now) ?? 0 })).slice(0, 8);
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  const portions = parts.map((part) => format.share(total ? part.value / total : 0));
  const cells: Cells = {
    head: [definition.labels[dimension], definition.labels[measure], say.share],
    rows: getRows(
      parts.map((part) => part.name),
      format.column(
        measure,
        parts.map((part) => part.value),
      ),
      portions,
    ),
  };
  const [figure, unit] = centre(total, scene);
  return {
    name: `shares-${dimension}`,
    type: 'donutChart',
    title,
    area: place,
    cells,
    body: () => {
      const hole = h('p', { class: 'hole', 'aria-hidden': 'true' }, h('b', {}, figure), unit ? h('span', {}, unit) : null);
      const entries = parts.map(({ name }, index) => ({ name, color: palette.series[donutOrder[index]!]!, text: portions[index] ?? '' }));
      return h('div', { class: 'ring' }, h('div', { class: 'ringbox' }, chart(title, cells), hole), legend(entries));
    },
    drawn: (element) =>
      draw(
        element.querySelector<HTMLElement>('.chart') ?? element,
        donut(palette, parts, (value) => format.value(measure, value)),
      ),
  };
}
