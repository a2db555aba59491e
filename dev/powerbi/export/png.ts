import { encode } from 'fast-png';
import { bareLetters, getGlyph } from './glyphs.ts';
import { plain } from './pdf.ts';
import type { Snapshot } from './snapshot.ts';

const width = 1280;
const height = 720;
type Color = readonly [number, number, number];
const paper: Color = [244, 247, 248];
const white: Color = [255, 255, 255];
const ink: Color = [31, 45, 61];
const muted: Color = [96, 114, 128];
const accent: Color = [29, 122, 140];
const track: Color = [222, 232, 235];

/** A picture of one page: the same blocks as the PDF, drawn into a bitmap. */
export function toPng(snapshot: Snapshot): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  const box = (x: number, y: number, w: number, h: number, [red, green, blue]: Color) => {
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row++) {
      for (let column = Math.max(0, x); column < Math.min(width, x + w); column++) {
        const at = (row * width + column) * 3;
        data[at] = red;
        data[at + 1] = green;
        data[at + 2] = blue;
      }
    }
  };
  const write = (text: string, x: number, y: number, scale: number, color: Color, most = width - x - 40) => {
    const letters = bareLetters(plain(text))
      .replaceAll('·', '-')
      .slice(0, Math.floor(most / (6 * scale)));
    [...letters].forEach((letter, index) => {
      getGlyph(letter).forEach((bits, column) => {
        for (let bit = 0; bit < 8; bit++)
          if (bits & (1 << bit)) box(x + (index * 6 + column) * scale, y + bit * scale, scale, scale, color);
      });
    });
  };

  box(0, 0, width, height, paper);
  write(snapshot.report, 40, 28, 4, ink);
  write(`${snapshot.page} - ${snapshot.period}`, 40, 70, 2, muted);
  if (snapshot.filters) write(snapshot.filters, 40, 94, 2, accent);
  snapshot.kpis.slice(0, 5).forEach(({ label, value }, index) => {
    const x = 40 + index * 244;
    box(x, 124, 224, 88, white);
    write(label, x + 14, 138, 2, muted, 196);
    // A figure is never cut: a long one is written smaller.
    write(value, x + 14, 168, value.length > 8 ? 3 : 4, ink, 200);
  });
  box(40, 232, 440, 460, white);
  write(snapshot.barsTitle, 56, 248, 2, ink, 408);
  snapshot.bars.forEach(({ name, text, share }, index) => {
    const y = 282 + index * 50;
    write(name, 56, y, 2, ink, 270);
    write(text, 340, y, 2, muted, 124);
    box(56, y + 20, 408, 14, track);
    box(56, y + 20, Math.max(1, Math.round(408 * share)), 14, accent);
  });
  box(500, 232, 740, 460, white);
  write(snapshot.tableTitle, 516, 248, 2, ink, 708);
  [snapshot.table.head, ...snapshot.table.rows].forEach((row, index) => {
    const y = 276 + index * 24;
    row.forEach((cell, column) => {
      const x = column === 0 ? 516 : 736 + (column - 1) * 100;
      write(cell, x, y, column === 0 || index > 0 ? 2 : 1, index === 0 ? muted : ink, column === 0 ? 210 : 94);
    });
  });
  return encode({ width, height, data, channels: 3, depth: 8 });
}
