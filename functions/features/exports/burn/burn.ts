import type { Mark } from '../../../../domain/watermark/watermark.ts';
import { burnPdf } from './burn-pdf.ts';
import { burnPng } from './burn-png.ts';
import { burnPptx } from './burn-pptx.ts';
import { maxUnpacked, TooLargeToMark } from './too-large.ts';

/** Burns the watermark into every page of a file. The libraries are loaded for the first file that needs them. */
export async function burn(bytes: Uint8Array, extension: string, mark: Mark): Promise<Uint8Array> {
  if (extension === '.pdf') return burnPdf(bytes, mark);
  if (extension === '.pptx') return burnPptx(bytes, mark);
  return extension === '.zip' ? burnPictures(bytes, mark) : burnPng(bytes, mark);
}

/** Pictures of several pages, marked one at a time so that only one is unpacked in memory. */
async function burnPictures(bytes: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const { unzipSync, zipSync } = await import('fflate');
  const names: string[] = [];
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (unpacked > maxUnpacked) throw new TooLargeToMark();
      names.push(name);
      return false;
    },
  });
  const marked: Record<string, [Uint8Array, { level: 0 }]> = {};
  for (const name of names.filter((candidate) => !candidate.endsWith('/'))) {
    const part = unzipSync(bytes, { filter: (file) => file.name === name })[name];
    if (!part || !/\.png$/i.test(name)) throw new Error(`no picture: ${name}`);
    marked[name] = [await burnPng(part, mark), { level: 0 }];
  }
  if (Object.keys(marked).length === 0) throw new Error('an archive without pictures');
  return zipSync(marked);
}
