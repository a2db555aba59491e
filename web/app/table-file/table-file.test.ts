import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { fileOfRows, getTable, keptColumns, type TableFile, toCsv } from './table-text.ts';
import { toWorkbook } from './xlsx.ts';

const file = (csv: string, more: Partial<TableFile> = {}): TableFile => ({
  filename: 'pessoas.csv',
  csv: `\ufeff${csv}`,
  rows: csv.split('\r\n').length - 1,
  columns: [
    { id: 'name', number: false },
    { id: 'views', number: true },
    { id: 'note', number: false },
  ],
  more: false,
  ...more,
});
const shown = (visible: string[], known: string[]) => ({ visible, known: new Set(known) });

test('a file has the columns of the list, in its order, and the file-only columns', () => {
  const columns = ['name', 'views', 'note', 'extra'].map((id) => ({ id }));
  expect(keptColumns(columns, null)).toEqual([0, 1, 2, 3]);
  expect(keptColumns(columns, shown(['note', 'name'], ['name', 'views', 'note']))).toEqual([2, 0, 3]);
  expect(keptColumns(columns, shown(['name', 'avatar'], ['name', 'avatar', 'views', 'note', 'extra']))).toEqual([0]);
});

test('parts become one table, numbers are numbers, the decimal separator follows the language', () => {
  const parts = [file('Nome;Vistas;Nota\r\nAna;3;"a;b"\r\nBia;12;', { more: true }), file("Nome;Vistas;Nota\r\nCaio;0;'=1+1")];
  const { rows, delimiter } = getTable(parts, null);
  expect(rows).toEqual([
    ['Nome', 'Vistas', 'Nota'],
    ['Ana', 3, 'a;b'],
    ['Bia', 12, ''],
    ['Caio', 0, "'=1+1"],
  ]);
  expect(delimiter).toBe(';');
  expect(toCsv(rows, delimiter)).toBe('\ufeffNome;Vistas;Nota\r\nAna;3;"a;b"\r\nBia;12;\r\nCaio;0;\'=1+1');
});

test('a response without column information still becomes a file', () => {
  const { rows, delimiter } = getTable([{ filename: 'x.csv', csv: 'Name,Age\r\nAna,31', rows: 1 }], shown(['name'], ['name']));
  expect(rows).toEqual([
    ['Name', 'Age'],
    ['Ana', '31'],
  ]);
  expect(delimiter).toBe(',');
});

test('a list that the page holds whole becomes the same kind of file, without formulas', () => {
  const columns = [
    { id: 'name', header: 'Nome', value: ({ name }: { name: string }) => name },
    { id: 'size', header: 'Tamanho', value: () => null },
  ];
  const made = fileOfRows('capacidade', 'pt-BR', columns, [{ name: '=1+1' }, { name: 'a;b' }]);
  expect(made).toMatchObject({ filename: 'capacidade.csv', rows: 2 });
  expect(getTable([made], shown(['name'], ['name', 'size'])).rows).toEqual([['Nome'], ["'=1+1"], ['a;b']]);
  expect(fileOfRows('capacity', 'en-US', columns, []).csv).toBe('Nome,Tamanho\r\n');
});

test('a workbook reads back as written, without the characters that XML cannot hold', async () => {
  const rows = [
    ['Nome', 'Vistas'],
    ['Ana & <Bia> "x" \u0007ç 😀', 12.5],
    ["'=SUM(A1)", 0],
    ['', 3],
  ];
  const bytes = toWorkbook('pessoas: [todas]', rows);
  const [sheet] = await readWorkbook(Buffer.from(bytes));
  expect(sheet?.data ?? sheet).toEqual([
    ['Nome', 'Vistas'],
    ['Ana & <Bia> "x" ç 😀', 12.5],
    ["'=SUM(A1)", 0],
    [null, 3],
  ]);
});
