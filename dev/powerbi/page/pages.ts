import type { Measure } from '../../demo/catalog/types.ts';
import { barsBy, cards, daily, mainVisual, performance, type Scene, scatter, shares, trend, type Visual } from './visuals.ts';

const all: readonly Measure[] = ['amount', 'count', 'average', 'margin', 'rate'];

/** The measure of the report first, then the others. */
const leading = (measure: Measure): Measure[] => [measure, ...all.filter((other) => other !== measure)];

/** The visuals of the page at `index` (overview, regions, channels, members, hidden details), slicers left out. */
export function visualsOf(scene: Scene, index: number): Visual[] {
  const measures = leading(scene.definition.measure);
  const first = measures.slice(0, 3);
  switch (index) {
    case 0:
      return [
        ...cards(scene, measures),
        mainVisual(scene),
        shares(scene, 'channel', 'side'),
        barsBy(scene, 'region', 'low'),
        performance(scene, 'member', 'foot', 6),
      ];
    case 1:
      return [
        ...cards(scene, first),
        trend(scene, 'region', 'main', 'layers'),
        shares(scene, 'region', 'side'),
        performance(scene, 'region', 'wide', 12),
      ];
    case 2:
      return [
        ...cards(scene, first),
        trend(scene, 'channel', 'main', 'heat'),
        shares(scene, 'channel', 'side'),
        barsBy(scene, 'product', 'low'),
        performance(scene, 'channel', 'foot', 6),
      ];
    case 3:
      return [...cards(scene, first), scatter(scene, 'main'), barsBy(scene, 'member', 'side'), performance(scene, 'member', 'wide', 20)];
    default:
      return [...cards(scene, measures), daily(scene, 'main'), shares(scene, 'product', 'side'), performance(scene, 'product', 'wide', 12)];
  }
}
