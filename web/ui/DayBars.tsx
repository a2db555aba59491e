import { scaleBand, scaleLinear } from 'd3-scale';
import { useId } from 'react';
import './DayBars.css';

export type Bar = { id: string; label: string; short: string; value: number; said: string };

type Props = {
  /** The caption of the chart and of its table. */
  caption: string;
  /** Column heads of the table for screen readers. */
  heads: readonly [string, string];
  bars: readonly Bar[];
  /** Formats a value of the axis. */
  format: (value: number) => string;
  /** The intrinsic width; the chart scales to the available space, text included. */
  width?: number;
  height?: number;
};

const left = 44;
const foot = 22;

/** A bar chart over time with values on hover and focus, and the same data as a table for screen readers. */
export function DayBars({ caption, heads, bars, format, width = 720, height = 180 }: Props) {
  const id = useId();
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const y = scaleLinear([0, most], [height - foot, 8]).nice(4);
  const x = scaleBand(
    bars.map((bar) => bar.id),
    [left, width],
  ).padding(bars.length > 60 ? 0.1 : 0.25);
  const every = Math.max(1, Math.ceil((bars.length * 90) / width));
  return (
    <figure className="day-bars" aria-labelledby={`${id}c`}>
      <figcaption id={`${id}c`} className="visually-hidden">
        {caption}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {y.ticks(3).map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="day-bars-line" />
            <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, n) => (
          <g key={bar.id} className="day-bars-bar">
            <rect x={x(bar.id) ?? 0} width={x.bandwidth()} y={8} height={height - foot - 8} className="day-bars-hit">
              <title>{bar.said}</title>
            </rect>
            <rect
              x={x(bar.id) ?? 0}
              width={x.bandwidth()}
              y={y(bar.value)}
              height={Math.max(0, height - foot - y(bar.value))}
              rx={Math.min(3, x.bandwidth() / 3)}
              className="day-bars-fill"
            />
            {n % every === 0 && (
              <text x={(x(bar.id) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
                {bar.short}
              </text>
            )}
          </g>
        ))}
      </svg>
      {/* A table keeps its intrinsic width even when it is styled smaller. */}
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.id}>
                <th scope="row">{bar.label}</th>
                <td>{format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** A sparkline; its meaning must be given in words elsewhere. */
export function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, 79]);
  const y = scaleLinear([0, most], [21, 3]);
  return (
    <svg className="spark" viewBox="0 0 80 24" width={80} height={24} aria-hidden="true">
      <polyline points={values.map((value, n) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
    </svg>
  );
}
