import type { Measure } from '../../../demo/catalog/types.ts';
import { dots, draw } from '../charts.ts';
import { isShare, measured } from '../format.ts';
import { fill } from '../texts.ts';
import { type Cells, chart, getAxes, getRows, lower, type Scene, type Visual } from './scene.ts';

/** Every member as a dot: count, rate and amount. */
export function scatter(scene: Scene, place: string): Visual {
  const { answer, definition, format, say } = scene;
  const y: Measure = isShare(definition.units[definition.measure]) ? definition.measure : 'margin';
  const title = fill(say.against, { first: definition.labels.count, second: lower(scene, y), dimension: lower(scene, 'member') });
  const members = answer.slices.member;
  const points = members.map(({ name, now }) => ({ name, x: now[1], y: measured(y, now) ?? 0, size: now[0] }));
  const cells: Cells = {
    head: [definition.labels.member, definition.labels.count, definition.labels[y]],
    rows: getRows(
      points.map((point) => point.name),
      format.column(
        'count',
        points.map((point) => point.x),
      ),
      format.column(
        y,
        points.map((point) => point.y),
      ),
    ),
  };
  const about = (point: (typeof points)[number]) => `${point.name}\n${format.value('count', point.x)}\n${format.value(y, point.y)}`;
  return {
    name: 'scatter',
    type: 'scatterChart',
    title,
    area: place,
    cells,
    body: () => chart(title, cells),
    drawn: (element) => draw(element, dots({ ...getAxes(scene, y, []), xAxis: (value) => format.axis('count', value), about }, points)),
  };
}
