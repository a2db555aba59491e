import { type ComponentPropsWithRef, createElement, type FunctionComponent } from 'react';

type IconProps = Omit<ComponentPropsWithRef<'svg'>, 'stroke'> & { size?: number | string; stroke?: number | string };
export type Icon = FunctionComponent<IconProps>;

const common = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24' };
const toPaths = (shapes: string[]) => shapes.map((d) => createElement('path', { d, key: d }));

/** A line icon in the surrounding text colour; `stroke` is the line width on a grid of 24. */
export const outline =
  (...shapes: string[]): Icon =>
  ({ size = 24, stroke = 2, ...rest }) => {
    const line = { fill: 'none', stroke: 'currentColor', strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
    return createElement('svg', { ...common, width: size, height: size, ...line, ...rest }, toPaths(shapes));
  };

/** A filled icon in the surrounding text colour. */
export const filled =
  (...shapes: string[]): Icon =>
  ({ size = 24, stroke: _, ...rest }) =>
    createElement('svg', { ...common, width: size, height: size, fill: 'currentColor', stroke: 'none', ...rest }, toPaths(shapes));
