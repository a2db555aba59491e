import type { Measure } from '../../demo/catalog/types.ts';
import type { PageInfo } from '../model/types.ts';
import { barsBy } from './visuals/bars.ts';
import { cards } from './visuals/cards.ts';
import { daily } from './visuals/daily.ts';
import { mainVisual, trend } from './visuals/months.ts';
import { performance } from './visuals/performance.ts';
import { scatter } from './visuals/scatter.ts';
import type { Scene, Visual } from './visuals/scene.ts';
import { shares } from './visuals/shares.ts';

const all: readonly Measure[] = ['amount', 'count', 'average', 'margin', 'rate'];

/** The visuals of a page of this kind, slicers left out. */
export function listVisuals(scene: Scene, kind: PageInfo['kind']): Visual[] {
  const { measure } = scene.definition;
  const measures = [measure, ...all.filter((other) => other !== measure)];
  const first = cards(scene, measures.slice(0, 3));
  // With one region only there would be a single bar: products are more useful.
  const place = scene.answer.options.region.length > 1 ? 'region' : 'product';
  switch (kind) {
    case 'overview':
      return [
        ...cards(scene, measures),
        mainVisual(scene),
        shares(scene, 'channel', 'side'),
        barsBy(scene, place, 'low'),
        performance(scene, 'member', 'foot', 6),
      ];
    case 'regions':
      return [...first, trend(scene, 'region', 'main', 'layers'), shares(scene, place, 'side'), performance(scene, place, 'wide', 12)];
    case 'channels':
      return [
        ...first,
        trend(scene, 'channel', 'main', 'heat'),
        shares(scene, 'channel', 'side'),
        barsBy(scene, 'product', 'low'),
        performance(scene, 'channel', 'foot', 6),
      ];
    case 'members':
      return [...first, scatter(scene, 'main'), barsBy(scene, 'member', 'side'), performance(scene, 'member', 'wide', 20)];
    default:
      return [...cards(scene, measures), daily(scene, 'main'), shares(scene, 'product', 'side'), performance(scene, 'product', 'wide', 12)];
  }
}
