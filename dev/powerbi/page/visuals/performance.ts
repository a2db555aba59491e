import type { Measure } from '../../../demo/catalog/types.ts';
import type { Dimension } from '../../model/types.ts';
import { h, on } from '../dom.ts';
import { measured } from '../format.ts';
import { fill } from '../texts.ts';
import { type Cells, getRows, getTable, lower, type Scene, type Visual } from './scene.ts';

/** Regions, members or products with the figures that a meeting asks for; a member opens its details. */
export function performance(scene: Scene, dimension: Dimension, place: string, most: number): Visual {
  const { answer, definition, format, say } = scene;
  const title = fill(say.performance, { dimension: lower(scene, dimension) });
  const wide: Measure[] = most > 8 ? ['count', 'amount', 'average', 'margin', 'rate'] : ['count', 'amount', 'margin'];
  const measures: Measure[] = scene.narrow ? ['amount', 'margin'] : wide;
  const slices = [...answer.slices[dimension]].sort((one, other) => other.now[0] - one.now[0]).slice(0, most);
  const reached = slices.map(({ now: [amount, , , , , target] }) => (target ? amount / target : null));
  const isWorse = definition.inverse.amount;
  const tones = reached.map((part) => {
    if (part === null) return null;
    if (isWorse ? part <= 1 : part >= 1) return 'good';
    return (isWorse ? part > 1.1 : part < 0.9) ? 'bad' : null;
  });
  const columns = measures.map((measure) =>
    format.column(
      measure,
      slices.map((slice) => measured(measure, slice.now)),
    ),
  );
  const cells: Cells = {
    head: [definition.labels[dimension], ...measures.map((measure) => definition.labels[measure]), say.vsTarget],
    rows: getRows(
      slices.map((slice) => slice.name),
      ...columns,
      reached.map((part) => (part === null ? '–' : format.share(part))),
    ),
    tones,
  };
  return {
    name: `table-${dimension}`,
    type: 'tableEx',
    title,
    area: place,
    cells,
    body: () => {
      const table = getTable(cells, title);
      if (dimension !== 'member') return table;
      for (const cell of table.querySelectorAll<HTMLElement>('tbody th')) {
        const name = cell.textContent ?? '';
        const button = h(
          'button',
          { type: 'button', class: 'link', 'data-key': `drill/${name}`, title: fill(say.details, { name }) },
          name,
        );
        cell.replaceChildren(on(button, 'click', () => scene.drill(name)));
      }
      return table;
    },
  };
}
