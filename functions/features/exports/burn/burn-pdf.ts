import type { Mark } from '../../../../domain/watermark/watermark.ts';
import { watermarkAngle } from '../../../../domain/watermark/watermark.ts';

const size = 11;
const [across, down] = [60, 90];

/** The standard PDF fonts have Western letters only; another letter loses its accent or becomes a question mark. */
const western = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      if (/[ -~\u00a1-\u00ff€–—‘’“”•…]/u.test(letter)) return letter;
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
      return /^[ -~]+$/.test(plain) ? plain : '?';
    })
    .join('');

/** Burns the text into every page, tiled and tilted, in a dark and a light tone so that it shows on any background. */
export async function burnPdf(bytes: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, degrees, rgb } = await import('pdf-lib');
  const file = await PDFDocument.load(bytes, { updateMetadata: false });
  const font = await file.embedFont(StandardFonts.HelveticaBold);
  const text = western(mark.text);
  const opacity = mark.opacity / 100;
  const step = font.widthOfTextAtSize(text, size) * Math.cos(Math.PI / 6) + across;
  for (const page of file.getPages()) {
    const { x: left, y: bottom, width, height } = page.getCropBox();
    // On a rotated page the text is rotated too.
    const tilt = -watermarkAngle + page.getRotation().angle;
    for (let y = bottom, line = 0; y < bottom + height; y += down, line++)
      for (let x = left - (line % 2) * (step / 2); x < left + width; x += step) {
        const place = { size, font, opacity, rotate: degrees(tilt) };
        page.drawText(text, { ...place, x: x + 0.7, y: y - 0.7, color: rgb(1, 1, 1) });
        page.drawText(text, { ...place, x, y, color: rgb(0, 0, 0) });
      }
  }
  return file.save();
}
