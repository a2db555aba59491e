import { strToU8, zipSync } from 'fflate';

const head = '<?xml version="1.0"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const relations = (id: string, type: string, target: string) =>
  `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/></Relationships>`;

/** A workbook of one sheet with the given `sheetData` and other parts, which may be ones that no spreadsheet would write. */
export function makeWorkbook(rows: string, parts: Record<string, string> = {}): Uint8Array {
  const all = {
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations('rId1', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Pessoas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  };
  // Low compression: tests only care about the content.
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])), { level: 1 });
}

export const getStyles = (inner: string) => `${head}<styleSheet xmlns="${main}"><cellXfs>${inner}</cellXfs></styleSheet>`;
export const getStrings = (inner: string) => `${head}<sst xmlns="${main}">${inner}</sst>`;

const getLetters = (column: number): string =>
  (column > 26 ? getLetters(Math.floor((column - 1) / 26)) : '') + String.fromCharCode(65 + ((column - 1) % 26));
/** Texts as a row of such a sheet, each said in its cell. */
export const sheetRow = (row: number, texts: readonly string[]): string =>
  `<row r="${row}">${texts.map((text, at) => `<c r="${getLetters(at + 1)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
