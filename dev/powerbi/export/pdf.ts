import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Snapshot } from './snapshot.ts';

const size: [number, number] = [842, 595];
const edge = 36;
const ink = rgb(0.12, 0.18, 0.24);
const muted = rgb(0.38, 0.45, 0.5);
const line = rgb(0.86, 0.9, 0.92);
const accent = rgb(0.114, 0.478, 0.549);

/** Replaces characters that the standard fonts lack. */
export const plain = (text: string): string =>
  text
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2212\u2013\u2014]/g, '-')
    .replace(/≠/g, '<>')
    .replace(/[^\u0020-\u007e\u00a1-\u00ff€·]/g, '?');

/** One landscape page for each page of the report: key figures, bars, a table, and the filters. */
export async function toPdf(pages: Snapshot[], at: Date): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  file.setTitle(pages[0]?.report ?? '');
  file.setCreationDate(at);
  file.setModificationDate(at);
  const [normal, bold] = [await file.embedFont(StandardFonts.Helvetica), await file.embedFont(StandardFonts.HelveticaBold)];
  for (const snapshot of pages) draw(file.addPage(size), snapshot, normal, bold);
  return file.save();
}

function draw(page: PDFPage, snapshot: Snapshot, normal: PDFFont, bold: PDFFont): void {
  const [width, height] = size;
  const write = (text: string, x: number, y: number, points: number, font = normal, color = ink, most = width - x - edge) => {
    let shown = plain(text);
    while (shown.length > 1 && font.widthOfTextAtSize(shown, points) > most) shown = `${shown.slice(0, -2)}.`;
    page.drawText(shown, { x, y, size: points, font, color });
  };
  write(snapshot.report, edge, height - 52, 20, bold);
  write(`${snapshot.page} · ${snapshot.period}`, edge, height - 72, 11, normal, muted);
  if (snapshot.filters) write(snapshot.filters, edge, height - 88, 9, normal, accent);

  const cardWidth = (width - 2 * edge - 4 * 10) / 5;
  snapshot.kpis.slice(0, 5).forEach(({ label, value }, index) => {
    const x = edge + index * (cardWidth + 10);
    page.drawRectangle({ x, y: height - 160, width: cardWidth, height: 58, borderColor: line, borderWidth: 1 });
    write(label, x + 10, height - 120, 8.5, normal, muted, cardWidth - 20);
    write(value, x + 10, height - 146, 17, bold, ink, cardWidth - 20);
  });

  const left = { x: edge, width: 250 };
  write(snapshot.barsTitle, left.x, height - 188, 10.5, bold, ink, left.width);
  snapshot.bars.forEach(({ name, text, share }, index) => {
    const y = height - 216 - index * 40;
    write(name, left.x, y, 8.5, normal, ink, 160);
    write(text, left.x + 170, y, 8.5, normal, muted, 80);
    page.drawRectangle({ x: left.x, y: y - 15, width: left.width, height: 9, color: line });
    page.drawRectangle({ x: left.x, y: y - 15, width: Math.max(1, left.width * share), height: 9, color: accent });
  });

  const right = { x: 320, width: width - 320 - edge };
  const columns = snapshot.table.head.map((_, index) => right.x + (index === 0 ? 0 : 150 + (index - 1) * ((right.width - 150) / 5)));
  write(snapshot.tableTitle, right.x, height - 188, 10.5, bold, ink, right.width);
  [snapshot.table.head, ...snapshot.table.rows].forEach((row, index) => {
    const y = height - 210 - index * 19;
    row.forEach((cell, column) => {
      const most = column === 0 ? 145 : (right.width - 150) / 5 - 4;
      write(cell, columns[column] ?? right.x, y, 8, index === 0 ? bold : normal, index === 0 ? muted : ink, most);
    });
    page.drawLine({ start: { x: right.x, y: y - 5 }, end: { x: width - edge, y: y - 5 }, thickness: 0.5, color: line });
  });
}
