import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Palette } from './palette.ts';

use([BarChart, HeatmapChart, LineChart, PieChart, ScatterChart, GridComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

const shown = new Map<HTMLElement, ECharts>();
const fallback = { width: 640, height: 240 };

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const chart = target instanceof HTMLElement ? shown.get(target) : undefined;
    if (chart && target.clientWidth && (chart.getWidth() !== target.clientWidth || chart.getHeight() !== target.clientHeight))
      chart.resize();
  }
});

/** Draws at once, without waiting for a frame: a hidden iframe gets none (trap T5). */
export function draw(element: HTMLElement, option: EChartsCoreOption): void {
  const chart = init(element, null, {
    renderer: 'svg',
    width: element.clientWidth || fallback.width,
    height: element.clientHeight || fallback.height,
  });
  chart.setOption({ animation: false, textStyle: { fontFamily: 'Figtree, "Segoe UI", sans-serif' }, ...option });
  shown.set(element, chart);
  resized.observe(element);
}

/** Draws off screen to warm up the code for the first real charts, while the portal still requests a token. */
export function warmUp(): void {
  const chart = init(document.createElement('div'), null, { renderer: 'svg', width: 400, height: 200 });
  const axis = { xAxis: { type: 'category', data: ['1', '2'] }, yAxis: { type: 'value' } };
  const series = ['bar', 'line', 'pie'].map((type) => ({ type, data: [1, 2], ...(type === 'pie' ? { radius: '50%' } : {}) }));
  chart.setOption({ animation: false, grid: {}, tooltip: {}, ...axis, series });
  chart.dispose();
}

export function clearCharts(): void {
  for (const [element, chart] of shown) {
    resized.unobserve(element);
    chart.dispose();
  }
  shown.clear();
}

export function resizeCharts(): void {
  for (const chart of shown.values()) chart.resize();
}

type Series = { name: string; values: (number | null)[]; color: string };
export type Axes = {
  palette: Palette;
  labels: string[];
  axis: (value: number) => string;
  full: (value: number) => string;
  narrow: boolean;
};

function frame({ palette, labels, axis, full, narrow }: Axes): EChartsCoreOption {
  const label = { color: palette.muted, fontSize: 11 };
  return {
    grid: { left: narrow ? 4 : 8, right: 8, top: 14, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: palette.card,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? full(value) : '–'),
    },
    xAxis: {
      type: 'category',
      data: labels,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.line } },
      axisLabel: { ...label, hideOverlap: true },
    },
    yAxis: { type: 'value', splitNumber: 3, axisLabel: { ...label, formatter: axis }, splitLine: { lineStyle: { color: palette.line } } },
  };
}

/** Columns of the measure with a line for its comparison; the incomplete month is paler. */
export function columns(axes: Axes, bars: Series, line: Series | null, partial: boolean[], isShare: boolean): EChartsCoreOption {
  const { palette } = axes;
  const base = frame(axes);
  const least = Math.min(...[...bars.values, ...(line?.values ?? [])].filter((value) => value !== null));
  // High shares differ by little: their axis starts near the lowest one.
  const min = isShare && least > 0.25 ? Math.floor((least - 0.05) * 20) / 20 : undefined;
  const data = bars.values.map((value, index) => ({ value, itemStyle: { color: partial[index] ? palette.faint : bars.color } }));
  return {
    ...base,
    yAxis: { ...(base.yAxis as object), min }, // because frame() builds one axis
    series: [
      {
        type: 'bar',
        name: bars.name,
        data,
        barWidth: '58%',
        barMaxWidth: 46,
        itemStyle: { borderRadius: [2, 2, 0, 0], color: bars.color },
      },
      ...(line ? [lineSeries(line, palette)] : []),
    ],
  };
}

function lineSeries(line: Series, palette: Palette) {
  const dot = { color: palette.card, borderColor: line.color, borderWidth: 2 };
  return {
    type: 'line',
    name: line.name,
    data: line.values,
    symbol: 'circle',
    symbolSize: 7,
    lineStyle: { width: 2.4, color: line.color },
    itemStyle: dot,
  };
}

/** The measure as a filled line, as a ridge. */
export function area(axes: Axes, main: Series, line: Series | null): EChartsCoreOption {
  const base = frame(axes);
  return {
    ...base,
    yAxis: { ...(base.yAxis as object), scale: true }, // because frame() builds one axis
    series: [
      { ...lineSeries(main, axes.palette), areaStyle: { color: main.color, opacity: 0.16 } },
      ...(line ? [{ ...lineSeries(line, axes.palette), symbol: 'none', lineStyle: { width: 2, type: 'dashed', color: line.color } }] : []),
    ],
  };
}

/** Several series over the months: stacked where they add up, lines where they do not. */
export function layers(axes: Axes, series: Series[], stacked: boolean): EChartsCoreOption {
  const base = frame(axes);
  return {
    ...base,
    yAxis: { ...(base.yAxis as object), scale: !stacked }, // because frame() builds one axis
    series: series.map(({ name, values, color }) => ({
      ...{ type: 'line', name, data: values, symbol: 'none', lineStyle: { width: stacked ? 1 : 2.2, color }, itemStyle: { color } },
      ...(stacked ? { stack: 'all', areaStyle: { color, opacity: 0.86 } } : {}),
    })),
  };
}

export function heat(axes: Axes, rows: { name: string; values: (number | null)[] }[]): EChartsCoreOption {
  const { palette } = axes;
  const values = rows.flatMap((row) => row.values.filter((value) => value !== null));
  const label = { color: palette.muted, fontSize: 11 };
  const base = frame(axes);
  return {
    ...base,
    tooltip: { ...(base.tooltip as object), trigger: 'item' }, // because frame() builds one tooltip
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((row) => row.name),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: label,
    },
    visualMap: {
      show: false,
      min: Math.min(...values),
      max: Math.max(...values),
      inRange: { color: [palette.track, palette.series[2], palette.series[0]] },
    },
    series: [
      {
        type: 'heatmap',
        data: rows.flatMap((row, y) => row.values.map((value, x) => [x, y, value ?? '-'])),
        itemStyle: { borderColor: palette.card, borderWidth: 2, borderRadius: 3 },
      },
    ],
  };
}

type Dot = { name: string; x: number; y: number; size: number };
export function dots(axes: Axes & { xAxis: (value: number) => string; about: (dot: Dot) => string }, data: Dot[]): EChartsCoreOption {
  const { palette } = axes;
  const base = frame(axes);
  const largest = Math.max(...data.map((dot) => dot.size), 1);
  const label = { color: palette.muted, fontSize: 11 };
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      renderMode: 'richText',
      formatter: (point: { dataIndex: number }) => axes.about(data[point.dataIndex]!),
    }, // because frame() builds one tooltip
    xAxis: {
      type: 'value',
      scale: true,
      axisLabel: { ...label, formatter: axes.xAxis, hideOverlap: true },
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: palette.line } },
    },
    // Because frame() builds one axis.
    yAxis: { ...(base.yAxis as object), scale: true, axisLine: { show: false }, axisTick: { show: false } },
    series: [
      {
        type: 'scatter',
        data: data.map((dot) => [dot.x, dot.y]),
        symbolSize: (_: unknown, point: { dataIndex: number }) => 8 + 22 * Math.sqrt((data[point.dataIndex]?.size ?? 0) / largest),
        itemStyle: { color: palette.series[0], opacity: 0.78, borderColor: palette.card, borderWidth: 1 },
      },
    ],
  };
}

export function donut(palette: Palette, parts: { name: string; value: number }[], full: (value: number) => string): EChartsCoreOption {
  return {
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: palette.card,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => full(Number(value)),
    },
    series: [
      {
        ...{
          type: 'pie',
          radius: ['66%', '98%'],
          label: { show: false },
          emphasis: { scale: false },
          itemStyle: { borderColor: palette.card, borderWidth: 2 },
        },
        data: parts.map((part, index) => ({ ...part, itemStyle: { color: palette.series[donutOrder[index % donutOrder.length]!] } })),
      },
    ],
  };
}

/** The second slice is a paler tone of the first, the third the contrasting colour. */
export const donutOrder = [0, 2, 1, 3, 4, 5, 6, 7];
