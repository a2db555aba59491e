import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { tableFile } from './table-file.ts';

const table = {
  sheet: 'Pessoas: [1/2]',
  headings: ['Nome', 'Telefone', 'Visitas'],
  rows: [
    ['=HYPERLINK("http://x")', '+5511987654321', 12],
    ['Ana "Nunes"; &<b>', null, 0],
    ['+1+1', '-2', 3],
    ['a\u0000b\ud800', '@x', 4],
  ],
} as const;

test('a CSV file is UTF-8 with its mark, divided as the language’s spreadsheets expect, and without formulas', async () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await tableFile('csv', table, 'pt-BR'));
  expect(text.startsWith('\ufeffNome;Telefone;Visitas\r\n')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""http://x"")";`);
  expect(text).toContain('"Ana ""Nunes""; &<b>";;0');
  expect(new TextDecoder().decode(await tableFile('csv', table, 'en-US'))).toContain('Nome,Telefone,Visitas');
});

test('an XLSX file reads back as it was, numbers as numbers, what would be a formula as text with a sign before it', async () => {
  const bytes = await tableFile('xlsx', table, 'pt-BR');
  const [sheet] = await readWorkbook(Buffer.from(bytes));
  expect(sheet?.sheet).toBe('Pessoas   1 2 ');
  expect(sheet?.data).toEqual([
    ['Nome', 'Telefone', 'Visitas'],
    [`'=HYPERLINK("http://x")`, '+5511987654321', 12],
    ['Ana "Nunes"; &<b>', null, 0],
    [`'+1+1`, `'-2`, 3],
    ['ab', `'@x`, 4],
  ]);
});
