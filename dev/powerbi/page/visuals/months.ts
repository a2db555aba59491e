import { area, columns, donutOrder, draw, heat, layers } from '../charts.ts';
import { h } from '../dom.ts';
import { addsUp, isShare, measured } from '../format.ts';
import { fill } from '../texts.ts';
import { scatter } from './scatter.ts';
import { type Cells, chart, getAxes, getRows, legend, lower, type Scene, type Visual } from './scene.ts';

/** An incomplete month would look like a drop in a line of sums: lines leave it out. */
function shownMonths({ answer, definition }: Scene, isLine: boolean) {
  const all = answer.months.map((month, index) => ({ ...month, index }));
  return isLine && addsUp(definition.measure) ? all.filter((month) => !month.partial) : all;
}

/** The main picture of a report: which one depends on the report's cover, so that neighbours do not look alike. */
export function mainVisual(scene: Scene): Visual {
  const { definition, format, palette, say } = scene;
  const { measure, layout } = definition;
  if (layout === 'dots') return scatter(scene, 'main');
  if (layout === 'contour') return trend(scene, 'region', 'main', 'heat');
  if (layout === 'dunes') return trend(scene, 'channel', 'main', 'layers');
  const isLine = layout === 'ridge';
  const months = shownMonths(scene, isLine);
  const against = measure === 'amount' ? say.target : say.yearBefore;
  const held = months.map((month) => (measure === 'amount' ? month.sums[5] : measured(measure, month.yearBefore)));
  const values = months.map((month) => measured(measure, month.sums));
  const label = definition.labels[measure];
  const title = fill(measure === 'amount' ? say.withTarget : say.withYearBefore, { measure: label });
  const names = months.map((month) => format.monthYear(month.month));
  const cells: Cells = {
    head: [say.month, label, against],
    rows: getRows(names, format.column(measure, values), format.column(measure, held)),
  };
  const axes = getAxes(
    scene,
    measure,
    months.map((month) => format.monthShort(month.month)),
  );
  const bars = { name: label, values, color: palette.series[0]! };
  const line = { name: against, values: held, color: palette.series[1]! };
  const partial = months.map((month) => month.partial);
  return {
    name: 'main',
    type: isLine ? 'areaChart' : 'lineClusteredColumnComboChart',
    title,
    area: 'main',
    cells,
    body: () => chart(title, cells),
    drawn: (element) =>
      draw(element, isLine ? area(axes, bars, line) : columns(axes, bars, line, partial, isShare(definition.units[measure]))),
  };
}

/** One series per region or channel over the months. */
export function trend(scene: Scene, dimension: 'region' | 'channel', place: string, look: 'layers' | 'heat'): Visual {
  const { answer, definition, format, palette, say } = scene;
  const { measure } = definition;
  const months = shownMonths(scene, true);
  const title = fill(say.byMonth, { measure: definition.labels[measure], dimension: lower(scene, dimension) });
  const rows = answer.trends[dimension].map(({ name, sums }) => ({
    name,
    values: months.map(({ index }) => measured(measure, sums[index]!)),
  }));
  const names = months.map((month) => format.monthYear(month.month));
  const cells: Cells = {
    head: [say.month, ...rows.map((row) => row.name)],
    rows: getRows(names, ...rows.map((row) => format.column(measure, row.values))),
  };
  const axes = getAxes(
    scene,
    measure,
    months.map((month) => format.monthShort(month.month)),
  );
  const series = rows.map((row, index) => ({ ...row, color: palette.series[donutOrder[index % donutOrder.length]!]! }));
  return {
    name: `trend-${dimension}`,
    type: look === 'heat' ? 'matrix' : 'stackedAreaChart',
    title,
    area: place,
    cells,
    body: () => {
      const canvas = chart(title, cells);
      return look === 'heat' ? canvas : h('div', { class: 'stacked' }, canvas, legend(series));
    },
    drawn: (element) => {
      const canvas = element.querySelector<HTMLElement>('.chart') ?? element;
      draw(canvas, look === 'heat' ? heat(axes, rows) : layers(axes, series, addsUp(measure)));
    },
  };
}
