import { strToU8, zipSync } from 'fflate';

// A minimal workbook that spreadsheet programs open: one sheet, its first row bold and frozen. The libraries for this compress in blob
// workers, which the portal's Content-Security-Policy blocks.

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Characters that XML 1.0 does not allow would make the whole file unreadable.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string) => text.replaceAll(unprintable, '').replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const longestSheetName = 31;
const widest = 60;

/** The letters of a column: A to Z, then AA. */
const columnLetters = (at: number): string => (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const cell = (value: string | number, column: number, line: number): string => {
  const style = ` r="${columnLetters(column)}${line + 1}"${line === 0 ? ' s="1"' : ''}`;
  if (typeof value === 'number' && Number.isFinite(value)) return `<c${style}><v>${value}</v></c>`;
  return value === '' ? `<c${style}/>` : `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(String(value))}</t></is></c>`;
};

const measureWidth = (rows: readonly (readonly (string | number)[])[], at: number): number =>
  Math.min(widest, 2 + rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 8));

/** A workbook with one sheet; the first row holds the headings. */
export function toWorkbook(name: string, rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const columns = (rows[0] ?? []).map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${measureWidth(rows, at)}" customWidth="1"/>`,
  );
  const lines = rows.map((row, line) => `<row r="${line + 1}">${row.map((value, column) => cell(value, column, line)).join('')}</row>`);
  const sheetName = escaped(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, longestSheetName)) || 'Mirante';
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const files = {
    '[Content_Types].xml':
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" ` +
      'Target="xl/workbook.xml"/></Relationships>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" ` +
      `Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/>` +
      '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>' +
      '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/>' +
      '</cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView>` +
      `</sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  // Fflate allocates its own buffer.
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(head + text)]))) as Uint8Array<ArrayBuffer>;
}
