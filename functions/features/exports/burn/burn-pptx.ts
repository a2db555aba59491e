import type { Mark } from '../../../../domain/watermark/watermark.ts';
import { watermarkAngle } from '../../../../domain/watermark/watermark.ts';
import { maxUnpacked, TooLargeToMark } from './too-large.ts';

const slide = /^ppt\/slides\/slide\d+\.xml$/;
const usual = { width: 12_192_000, height: 6_858_000 };
const [columns, rows] = [3, 4];

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

/** Puts the text over every slide, tiled, tilted and locked against selection. */
export async function burnPptx(bytes: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate');
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      if (unpacked > maxUnpacked) throw new TooLargeToMark();
      return true;
    },
  });
  const [, width, height] =
    /<p:sldSz[^>]*\bcx="(\d+)"[^>]*\bcy="(\d+)"/.exec(strFromU8(parts['ppt/presentation.xml'] ?? new Uint8Array())) ?? [];
  const shapes = getShapes(mark, Number(width ?? usual.width), Number(height ?? usual.height));
  const slides = Object.keys(parts).filter((name) => slide.test(name));
  if (slides.length === 0) throw new Error('a presentation without slides');
  for (const name of slides) {
    const text = strFromU8(parts[name] ?? new Uint8Array());
    const end = text.lastIndexOf('</p:spTree>');
    if (end < 0) throw new Error('a slide without a tree of shapes');
    parts[name] = strToU8(text.slice(0, end) + shapes + text.slice(end));
  }
  // Pictures are already compressed; compressing them again costs time and saves nothing.
  const packed = Object.entries(parts).map(([name, part]) => [name, [part, { level: /\.(png|jpe?g)$/i.test(name) ? 0 : 6 }]] as const);
  return zipSync(Object.fromEntries(packed) as Parameters<typeof zipSync>[0]); // because zipSync wants literal levels
}

function getShapes({ text, opacity }: Mark, width: number, height: number): string {
  const words = escaped(text);
  const [wide, high] = [Math.round(width / columns), Math.round(height / rows)];
  const run = (colour: string) =>
    `<a:r><a:rPr lang="en-US" sz="1400" b="1" dirty="0"><a:solidFill><a:srgbClr val="${colour}">` +
    `<a:alpha val="${Math.round(opacity * 1000)}"/></a:srgbClr></a:solidFill></a:rPr><a:t>${words}</a:t></a:r>`;
  return Array.from({ length: columns * rows * 2 }, (_, index) => {
    const tile = index >> 1;
    const light = index % 2 === 0;
    const x = (tile % columns) * wide + (light ? 9_000 : 0);
    const y = Math.floor(tile / columns) * high + (light ? 9_000 : 0);
    return (
      `<p:sp><p:nvSpPr><p:cNvPr id="${900_000 + index}" name="Watermark ${index + 1}"/><p:cNvSpPr>` +
      '<a:spLocks xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" noGrp="1" noSelect="1" noRot="1" noMove="1" ' +
      'noResize="1" noTextEdit="1"/></p:cNvSpPr><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>' +
      `<a:xfrm xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" rot="${(360 + watermarkAngle) * 60_000}">` +
      `<a:off x="${x}" y="${y}"/><a:ext cx="${wide}" cy="${high}"/></a:xfrm>` +
      '<a:prstGeom xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" prst="rect"><a:avLst/></a:prstGeom>' +
      '<a:noFill xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"/></p:spPr>' +
      '<p:txBody xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:bodyPr wrap="none" anchor="ctr"/><a:lstStyle/><a:p>' +
      `<a:pPr algn="ctr"/>${run(light ? 'FFFFFF' : '000000')}</a:p></p:txBody></p:sp>`
    );
  }).join('');
}
