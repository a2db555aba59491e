import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { makeWorkbook, sheetRow } from '../../../../tests/support/make-workbook.ts';
import { readPeopleFile } from './read-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const getCells = async (bytes: Uint8Array) => (await readPeopleFile(bytes)).rows.map(({ cells }) => cells);
const getFault = async (bytes: Uint8Array, sheet?: string) => {
  try {
    await readPeopleFile(bytes, sheet);
  } catch (error) {
    if (error instanceof AppError) return error.vars?.reason;
    throw error;
  }
  return 'taken';
};

const list = 'Nome;E-mail\r\nJoão Ávila;joao@vertice.test\r\n';
const read = [
  ['Nome', 'E-mail'],
  ['João Ávila', 'joao@vertice.test'],
];

test.each([
  ['UTF-8', utf8(list)],
  ['UTF-8 with a mark', utf8(`\ufeff${list}`)],
  ['UTF-16 LE with a mark', utf16(`\ufeff${list}`)],
  ['UTF-16 BE with a mark', swapped(utf16(`\ufeff${list}`))],
  ['UTF-16 LE without one', utf16(list)],
  ['UTF-16 BE without one', swapped(utf16(list))],
  ['Windows-1252', latin(list)],
  ['line ends of Unix', utf8(list.replaceAll('\r\n', '\n'))],
  ['line ends of old Macs', utf8(list.replaceAll('\r\n', '\r'))],
  ['no line end at the end', utf8(list.trimEnd())],
  ['commas', utf8(list.replaceAll(';', ','))],
  ['tabs', utf8(list.replaceAll(';', '\t'))],
  ['bars', utf8(list.replaceAll(';', '|'))],
  ['a line that says the separator', utf8(`sep=;\r\n${list}`)],
  ['quoted cells', utf8('"Nome";"E-mail"\r\n"João Ávila";"joao@vertice.test"\r\n')],
  ['empty columns at the right and empty rows below', utf8(`${list.replaceAll('\r\n', ';;;\r\n')};;;;\r\n;;;;\r\n`)],
  ['control characters', utf8(list.replace('Ávila', '\u0007Á\u001bvi\u007fla'))],
])('reads a list in %s', async (_, bytes) => {
  expect(await getCells(bytes)).toEqual(read);
});

test('the curly quotes of Windows-1252 are kept', async () => {
  const bytes = Uint8Array.from([...latin('Nome;E-mail\nD'), 0x92, ...latin('Ávila '), 0x80, ...latin(';d@vertice.test\n')]);
  expect((await getCells(bytes))[1]).toEqual(['D’Ávila €', 'd@vertice.test']);
});

test('line ends of several kinds, multi-line cells, quotes within quotes, delimiters within quotes', async () => {
  const text = 'Nome;E-mail;Grupo\r\nAna;ana@v.test;A\nBia;bia@v.test;"A; B"\rCaio;caio@v.test;"uma\r\noutra ""dita"""\r\n';
  expect(await getCells(utf8(text))).toEqual([
    ['Nome', 'E-mail', 'Grupo'],
    ['Ana', 'ana@v.test', 'A'],
    ['Bia', 'bia@v.test', 'A; B'],
    ['Caio', 'caio@v.test', 'uma\noutra "dita"'],
  ]);
});

test('a character in many cells is not the delimiter if another one splits every row', async () => {
  const text = ['Nome;E-mail', ...Array.from({ length: 9 }, (_, at) => `Lima, Ana, ${at};a${at}@v.test`)].join('\n');
  expect((await readPeopleFile(utf8(text))).headers).toEqual(['Nome', 'E-mail']);
});

test('rows keep their spreadsheet number, empty rows counted', async () => {
  const { rows, headerRow } = await readPeopleFile(utf8('sep=;\nPessoas;\n;\nNome;E-mail\n\nAna;ana@v.test\n'));
  expect([headerRow, rows.map(({ n }) => n)]).toEqual([4, [2, 4, 6]]);
});

const header = sheetRow(1, ['Nome', 'E-mail']);
const ana = sheetRow(2, ['Ana', 'ana@v.test']);
const places = / r="[A-Z]*\d+"/g;
/** An archive whose first entry is marked as encrypted. */
const locked = (bytes: Uint8Array) => {
  const copy = Uint8Array.from(bytes);
  for (let at = 0; at < copy.length - 4; at += 1) {
    const isLocal = copy[at] === 0x50 && copy[at + 1] === 0x4b && copy[at + 2] === 3 && copy[at + 3] === 4;
    if (isLocal) copy[at + 6] = (copy[at + 6] ?? 0) | 1;
  }
  return copy;
};
const broken = (bytes: Uint8Array) => {
  const copy = Uint8Array.from(bytes);
  copy.fill(0xaa, 60, Math.floor(copy.length * 0.7));
  return copy;
};

test.each([
  ['as spreadsheets write it', header + ana],
  ['without the places of its cells', (header + ana).replaceAll(places, '')],
  ['with the places of its first column alone', (header + ana).replaceAll(/ r="B\d"/g, '')],
  ['with a format far below and far to the right', `${header + ana.replace('</row>', '<c r="XFD2" s="1"/></row>')}<row r="1048576"/>`],
])('reads a workbook %s', async (_, rows) => {
  expect(await getCells(makeWorkbook(rows))).toEqual([
    ['Nome', 'E-mail'],
    ['Ana', 'ana@v.test'],
  ]);
});

test('a formula in a workbook gives its last computed value', async () => {
  const formula = '<row r="2"><c r="A2" t="str"><f>CONCATENATE("A","na")</f><v>Ana</v></c><c r="B2" t="str"><v>=cmd|x</v></c></row>';
  expect((await getCells(makeWorkbook(header + formula)))[1]).toEqual(['Ana', '=cmd|x']);
});

test.each([
  ['nothing at all', new Uint8Array(), 'empty'],
  ['empty lines', utf8('\r\n;;;\r\n\t\r\n'), 'empty'],
  ['a mark alone', utf8('\ufeff'), 'empty'],
  ['the heads alone', utf8('Nome;E-mail\r\n'), 'no_people'],
  ['NUL bytes', utf8('Nome;E-mail\nAna\u0000;ana@v.test\n'), 'type'],
  ['zeroes', new Uint8Array(4_096), 'type'],
  ['a quote that is never closed', utf8('Nome;E-mail\nAna;"ana@v.test\nBia;bia@v.test\n'), 'quotes'],
  ['a column of passwords', utf8('Nome;E-mail;Senha\nAna;ana@v.test;x\n'), 'password'],
  [
    'an old workbook, or one behind a password',
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]),
    'old_excel',
  ],
  ['a PDF', utf8('%PDF-1.7\n'), 'type'],
  ['a page', utf8('<!doctype html><table></table>'), 'type'],
  ['an archive of something else', zipSync({ 'a.txt': strToU8('a') }), 'broken'],
  ['a text document', zipSync({ 'word/document.xml': strToU8('<w/>') }), 'type'],
  ['an archive with nothing in it', zipSync({}), 'broken'],
  ['an archive that was cut off', makeWorkbook(header + ana).slice(0, 400), 'broken'],
  ['an archive that was overwritten', broken(makeWorkbook(header + ana)), 'broken'],
  ['an archive behind a password', broken(locked(makeWorkbook(header + ana))), 'broken'],
  ['a workbook without people', makeWorkbook(header), 'no_people'],
  [
    'a workbook that declares entities',
    makeWorkbook(header + ana, { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }),
    'broken',
  ],
  ['a value in the last corner', makeWorkbook(header + ana.replace('</row>', '<c r="XFD2"><v>1</v></c></row>')), 'too_wide'],
  ['a value in the last row', makeWorkbook(`${header + ana}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`), 'too_many_rows'],
])('refuses %s', async (_, bytes, reason) => {
  expect(await getFault(bytes)).toBe(reason);
});

test('a missing sheet is named', async () => {
  expect(await getFault(makeWorkbook(header + ana), 'Outra')).toBe('sheet');
});
