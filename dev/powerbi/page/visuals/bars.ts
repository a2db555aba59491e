import type { Dimension } from '../../model/types.ts';
import { h, on } from '../dom.ts';
import { measured } from '../format.ts';
import { fill } from '../texts.ts';
import { type Cells, getRows, lower, type Scene, type Visual } from './scene.ts';

const longestPercent = 96;

/** Clickable bars: a click filters all pages to the bar's rows. */
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
  const figures = format.column(
    measure,
    rows.map((row) => row.value),
  );
  const cells: Cells = {
    head: [definition.labels[dimension], definition.labels[measure]],
    rows: getRows(
      rows.map((row) => row.name),
      figures,
    ),
  };

  const line = (row: (typeof rows)[number], index: number) => {
    const bar = h('i');
    bar.style.width = `${largest ? Math.max(1, (row.value / largest) * longestPercent) : 0}%`;
    const pressed = String(scene.isChosen(dimension, row.name));
    const button = h(
      'button',
      { type: 'button', 'aria-pressed': pressed, 'data-key': `${name}/${row.name}` },
      h('span', { title: row.name }, row.name),
      h('span', { class: 'track' }, bar),
      h('b', {}, figures[index] ?? ''),
    );
    return h(
      'li',
      {},
      on(button, 'click', () => scene.choose(name, dimension, row.name)),
    );
  };
  return { name, type: 'barChart', title, area: place, cells, body: () => h('ul', { class: 'bars' }, ...rows.map(line)) };
}
