import type { Measure } from '../../../demo/catalog/types.ts';
import { columns, draw } from '../charts.ts';
import { addsUp, measured } from '../format.ts';
import { fill } from '../texts.ts';
import { type Cells, chart, getAxes, getRows, type Scene, type Visual } from './scene.ts';

/** The chosen month day by day. */
export function daily(scene: Scene, place: string): Visual {
  const { answer, definition, format, palette, say } = scene;
  const measure: Measure = addsUp(definition.measure) ? definition.measure : 'amount';
  const label = definition.labels[measure];
  const title = fill(say.byDay, { measure: label });
  const values = answer.daily.map((day) => measured(measure, day.sums));
  const days = answer.daily.map((day) => format.day(day.day));
  const cells: Cells = { head: [say.day, label], rows: getRows(days, format.column(measure, values)) };
  const axes = getAxes(scene, measure, days);
  return {
    name: 'daily',
    type: 'columnChart',
    title,
    area: place,
    cells,
    body: () => chart(title, cells),
    drawn: (element) => draw(element, columns(axes, { name: label, values, color: palette.series[0]! }, null, [], false)),
  };
}
