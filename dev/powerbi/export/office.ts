import { strToU8, zipSync } from 'fflate';
import { toPng } from './png.ts';
import type { Snapshot } from './snapshot.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const slidesMl = 'application/vnd.openxmlformats-officedocument.presentationml';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const presentation = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const names = `xmlns:a="${drawing}" xmlns:r="${office}" xmlns:p="${presentation}"`;
const wide = { x: 12_192_000, y: 6_858_000 };

const safe = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes no control characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const relations = (list: [type: string, target: string][]): string =>
  `${head}<Relationships xmlns="${packaged}">${list
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const defaults =
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>';

const contentTypes = (overrides: [part: string, type: string][]): string =>
  `${head}<Types xmlns="${types}">${defaults}${overrides
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
    .join('')}</Types>`;

const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file])), {
    level: 6,
  });

const emptyTree = '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
const place = (x: number, y: number, cx: number, cy: number) => `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;

function slide({ report, page }: Snapshot): string {
  const title = safe(`${report}: ${page}`);
  const picture =
    `<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture" descr="${title}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>` +
    '<p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>' +
    `<p:spPr>${place(0, 0, wide.x, wide.y)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  return `${head}<p:sld ${names}>${emptyTree}${picture}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
}

const colors = ['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'];
const swatches = ['1F2D3D', 'FFFFFF', '35596B', 'F4F7F8', '1D7A8C', 'F0A04B', '5AA7B3', 'B9D6D9', '35596B', '8A6FAE', '1D7A8C', '8A6FAE'];

function theme(): string {
  const scheme = colors.map((name, index) => `<a:${name}><a:srgbClr val="${swatches[index]}"/></a:${name}>`).join('');
  const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fills = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3);
  const lines = '<a:ln w="6350"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3);
  const effects = '<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3);
  return (
    `${head}<a:theme xmlns:a="${drawing}" name="Report"><a:themeElements><a:clrScheme name="Report">${scheme}</a:clrScheme>` +
    `<a:fontScheme name="Report"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="Report"><a:fillStyleLst>${fills}</a:fillStyleLst><a:lnStyleLst>${lines}</a:lnStyleLst>` +
    `<a:effectStyleLst>${effects}</a:effectStyleLst><a:bgFillStyleLst>${fills}</a:bgFillStyleLst></a:fmtScheme></a:themeElements>` +
    '</a:theme>'
  );
}

/** A presentation with one picture on each slide, as the service makes it. */
export function toPptx(pages: Snapshot[]): Uint8Array {
  const files: Record<string, string | Uint8Array> = {};
  const numbers = pages.map((_, index) => index + 1);
  files['[Content_Types].xml'] = contentTypes([
    ['/ppt/presentation.xml', `${slidesMl}.presentation.main+xml`],
    ['/ppt/slideMasters/slideMaster1.xml', `${slidesMl}.slideMaster+xml`],
    ['/ppt/slideLayouts/slideLayout1.xml', `${slidesMl}.slideLayout+xml`],
    ['/ppt/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml'],
    ...numbers.map((n): [string, string] => [`/ppt/slides/slide${n}.xml`, `${slidesMl}.slide+xml`]),
  ]);
  files['_rels/.rels'] = relations([['officeDocument', 'ppt/presentation.xml']]);
  const slideIds = numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n + 1}"/>`).join('');
  files['ppt/presentation.xml'] =
    `${head}<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
    `<p:sldIdLst>${slideIds}</p:sldIdLst><p:sldSz cx="${wide.x}" cy="${wide.y}"/><p:notesSz cx="${wide.y}" cy="${wide.x}"/>` +
    '</p:presentation>';
  files['ppt/_rels/presentation.xml.rels'] = relations([
    ['slideMaster', 'slideMasters/slideMaster1.xml'],
    ...numbers.map((n): [string, string] => ['slide', `slides/slide${n}.xml`]),
    ['theme', 'theme/theme1.xml'],
  ]);
  const map =
    'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" ' +
    'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
  files['ppt/slideMasters/slideMaster1.xml'] =
    `${head}<p:sldMaster ${names}>${emptyTree}</p:spTree></p:cSld><p:clrMap ${map}/><p:sldLayoutIdLst>` +
    '<p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>';
  files['ppt/slideMasters/_rels/slideMaster1.xml.rels'] = relations([
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['theme', '../theme/theme1.xml'],
  ]);
  files['ppt/slideLayouts/slideLayout1.xml'] =
    `${head}<p:sldLayout ${names} type="blank">${emptyTree}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
  files['ppt/slideLayouts/_rels/slideLayout1.xml.rels'] = relations([['slideMaster', '../slideMasters/slideMaster1.xml']]);
  files['ppt/theme/theme1.xml'] = theme();
  pages.forEach((page, index) => {
    const n = index + 1;
    files[`ppt/slides/slide${n}.xml`] = slide(page);
    files[`ppt/slides/_rels/slide${n}.xml.rels`] = relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['image', `../media/image${n}.png`],
    ]);
    files[`ppt/media/image${n}.png`] = toPng(page);
  });
  return zip(files);
}

const getRows = ({ report, page, period, filters, kpis, table }: Snapshot): string[][] => [
  [report, page, period, filters],
  ...kpis.map(({ label, value }) => [label, value]),
  [],
  table.head,
  ...table.rows,
];

export function toXlsx(pages: Snapshot[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${safe(text)}</t></is></c>`;
  const rows = pages.flatMap(getRows).map((row) => `<row>${row.map(cell).join('')}</row>`);
  return zip({
    '[Content_Types].xml': contentTypes([
      ['/xl/workbook.xml', `${kind}.sheet.main+xml`],
      ['/xl/worksheets/sheet1.xml', `${kind}.worksheet+xml`],
    ]),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([['worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

export function toDocx(pages: Snapshot[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const line = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${safe(text)}</w:t></w:r></w:p>`;
  const body = pages.flatMap(getRows).map((row) => line(row.join('   ')));
  return zip({
    '[Content_Types].xml': contentTypes([
      ['/word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
    ]),
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${head}<w:document xmlns:w="${main}"><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
  });
}

export function toCsv(pages: Snapshot[]): Uint8Array {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return strToU8(pages.flatMap(({ table }) => [table.head, ...table.rows].map((row) => row.map(quoted).join(','))).join('\r\n'));
}

export const zipOfPictures = (pages: Snapshot[]): Uint8Array =>
  zip(Object.fromEntries(pages.map((page, index) => [`${index + 1} ${page.page.replace(/[\\/:*?"<>|]/g, '_')}.png`, toPng(page)])));
