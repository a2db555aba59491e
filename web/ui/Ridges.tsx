import { useId, useMemo } from 'react';
import { computeLandscape, type LandscapeKind, type LandscapeMode } from './landscape.ts';
import { useDark } from './use-dark.ts';
import './Ridges.css';

export type RidgesProps = {
  seed: string;
  /** Hex colour that sets the hue. */
  base: string;
  kind?: LandscapeKind;
  /** `own` paints with the colour itself (sign-in, mark); the others follow the colour scheme: a dark page gets a night landscape. */
  mode?: LandscapeMode;
  width?: number;
  height?: number;
  layers?: number;
  horizon?: number;
  sun?: string;
  sunX?: number;
  sunRise?: number;
  className?: string;
};

/** The product's signature: a landscape that is also a chart. Fills its box, hidden from assistive technology. */
export function Ridges(props: RidgesProps) {
  const {
    seed,
    base,
    kind = 'ridge',
    mode = 'day',
    width = 320,
    height = 150,
    layers = 5,
    horizon = 0.42,
    sunX,
    sunRise,
    className,
  } = props;
  const dark = useDark();
  const shown = dark && mode !== 'own' ? 'night' : mode;
  const sun = props.sun ?? (shown === 'night' ? '#E9C99A' : '#F4A259');
  const gradient = useId();
  const {
    sky,
    sun: disc,
    shapes,
    discs,
  } = useMemo(
    () => computeLandscape({ seed, base, kind, mode: shown, width, height, layers, horizon, sunX, sunRise }),
    [seed, base, kind, shown, width, height, layers, horizon, sunX, sunRise],
  );
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
      className={className ? `ridges ${className}` : 'ridges'}
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={sky[0]} />
          <stop offset="1" stopColor={sky[1]} />
        </linearGradient>
      </defs>
      <rect width={width} height={height} fill={`url(#${gradient})`} />
      <circle className="ridges-sun" cx={disc.x} cy={disc.y} r={disc.radius} fill={sun} opacity={shown === 'night' ? 0.85 : 1} />
      {discs.map((dot) => (
        <circle key={`${dot.x} ${dot.y}`} cx={dot.x} cy={dot.y} r={dot.radius} fill={dot.fill} opacity={0.9} />
      ))}
      {shapes.map((shape) => (
        <path
          key={shape.d}
          d={shape.d}
          fill={shape.fill}
          {...(shape.stroke ? { stroke: shape.stroke, strokeWidth: 1.2, strokeOpacity: 0.55 } : {})}
        />
      ))}
    </svg>
  );
}
