import { type RefObject, useEffect } from 'react';

/** The look of a watermark; opacity in per cent, angle in degrees. */
export type MarkLook = { opacity: number; angle: number };

const svgNamespace = 'http://www.w3.org/2000/svg';
const letterWidth = 7.4;
const gap = 110;
const rowHeight = 168;

let lastId = 0;

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** One tile of the text, tilted; dark letters over light ones, so that it is visible on either background. */
function drawMark(text: string, { opacity, angle }: MarkLook): SVGElement {
  lastId += 1;
  const id = `mark-${lastId}`;
  const width = Math.round(text.length * letterWidth + gap);
  const pattern = element('pattern', {
    id,
    width,
    height: rowHeight,
    patternUnits: 'userSpaceOnUse',
    patternTransform: `rotate(${angle})`,
  });
  for (const [shift, fill] of [
    [1, '#fff'],
    [0, '#000'],
  ] as const) {
    const words = element('text', { x: gap / 2 + shift, y: rowHeight / 2 + shift, fill, 'font-size': 14, 'font-weight': 600 });
    words.textContent = text;
    pattern.append(words);
  }
  const definitions = element('defs', {});
  definitions.append(pattern);
  const mark = element('svg', { class: 'watermark', 'aria-hidden': 'true', width: '100%', height: '100%', opacity: opacity / 100 });
  mark.append(definitions, element('rect', { width: '100%', height: '100%', fill: `url(#${id})` }));
  return mark;
}

/**
 * Keeps a watermark over everything in `host`: it ignores the pointer, is hidden from assistive technology, and is restored when
 * a user removes or changes it in the page (BEHAVIOUR 12). Without text there is no watermark.
 */
export function useWatermark(host: RefObject<HTMLElement | null>, text: string | null, look: MarkLook): void {
  const { opacity, angle } = look;
  // The watermark is outside React's tree: removing a React node from outside would break rendering.
  useEffect(() => {
    const place = host.current;
    if (!place || !text) return;
    const drawn = drawMark(text, { opacity, angle });
    const wanted = drawn.outerHTML;
    let mark = drawn;
    const watch = { childList: true, subtree: true, attributes: true, characterData: true };
    const observer = new MutationObserver(() => {
      if (mark.parentNode === place && mark.outerHTML === wanted) return;
      observer.disconnect();
      mark.remove();
      mark = drawn.cloneNode(true) as SVGElement; // because a copy of an SVG element is one
      place.append(mark);
      observer.observe(place, watch);
    });
    mark = drawn.cloneNode(true) as SVGElement; // because a copy of an SVG element is one
    place.append(mark);
    observer.observe(place, watch);
    return () => {
      observer.disconnect();
      mark.remove();
    };
  }, [host, text, opacity, angle]);
}
