// Replaces '@pdf-lib/standard-fonts' in the Worker (dev/build-worker.ts): all fourteen fonts are a hundred kilobytes that don't compress,
// and a watermark uses only one.
import { Encodings } from '@pdf-lib/standard-fonts/es/Encoding.js';
import helveticaBold from '@pdf-lib/standard-fonts/es/Helvetica-Bold.compressed.json';
import { decompressJson } from '@pdf-lib/standard-fonts/es/utils.js';

type Metrics = { CharMetrics: { N: string; WX: number }[]; KernPairs: [first: string, second: string, across: number][] };

export const FontNames = { HelveticaBold: 'Helvetica-Bold' } as const;

function load(name: string) {
  if (name !== FontNames.HelveticaBold) throw new Error(`The font ${name} is not in the Worker`);
  const metrics: Metrics = JSON.parse(decompressJson(helveticaBold));
  const widths = new Map(metrics.CharMetrics.map(({ N, WX }) => [N, WX]));
  const kerning = new Map(metrics.KernPairs.map(([first, second, across]) => [`${first} ${second}`, across]));
  return {
    ...metrics,
    getWidthOfGlyph: (glyph: string) => widths.get(glyph),
    getXAxisKerningForPair: (left: string, right: string) => kerning.get(`${left} ${right}`),
  };
}

export const Font = { load };
export { Encodings };
