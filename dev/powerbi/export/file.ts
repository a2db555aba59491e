import type { Snapshot } from './snapshot.ts';

type Kind = { extension: string; type: string };
const kinds: Record<string, Kind> = {
  PDF: { extension: '.pdf', type: 'application/pdf' },
  PPTX: { extension: '.pptx', type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  PNG: { extension: '.png', type: 'image/png' },
  XLSX: { extension: '.xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  DOCX: { extension: '.docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  CSV: { extension: '.csv', type: 'text/csv; charset=utf-8' },
};
export const formatsByKind = { report: ['PDF', 'PPTX', 'PNG'], paginated: ['PDF', 'PPTX', 'XLSX', 'DOCX', 'CSV'] };

/** Pictures of several pages come as one archive. */
export const getKind = (format: string, pages: number): Kind =>
  format === 'PNG' && pages > 1 ? { extension: '.zip', type: 'application/zip' } : (kinds[format] ?? kinds.PDF!);

/** The file writers are loaded at the first export, so that the report service starts sooner. */
export async function getFile(format: string, pages: Snapshot[], at: Date): Promise<Uint8Array> {
  if (format === 'PDF') return (await import('./pdf.ts')).toPdf(pages, at);
  if (format === 'PNG' && pages.length === 1) return (await import('./png.ts')).toPng(pages[0]!);
  const { toCsv, toDocx, toPptx, toXlsx, zipOfPictures } = await import('./office.ts');
  if (format === 'PPTX') return toPptx(pages);
  if (format === 'XLSX') return toXlsx(pages);
  if (format === 'DOCX') return toDocx(pages);
  if (format === 'CSV') return toCsv(pages);
  return zipOfPictures(pages);
}
