import { describe, expect, test } from 'vitest';
import { importScene, path, read, upload } from '../api/user-imports-scene.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { getStrings, getStyles, makeWorkbook, sheetRow } from '../support/make-workbook.ts';
import { readBounded } from '../support/read-bounded.ts';

const harness = useHarness();
const largest = 10 * 1024 * 1024;
const utf8 = (text: string) => new TextEncoder().encode(text);
/** A text repeated up to the maximum size of a file. */
const full = (head: string, part: string) => utf8(head + part.repeat(Math.floor((largest - head.length) / part.length)));
const header = sheetRow(1, ['Nome', 'E-mail']);
const many = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at)).join('');
const head = 'Nome;E-mail\n';

// Each is read in a thread with the memory of a Worker: a file that needs more memory, or minutes, fails here and not in production.
describe('a hostile file is answered soon, in the memory of a Worker', () => {
  test.each<[string, () => Uint8Array, string]>([
    ['a million rows', () => utf8(head + 'A;a@b.c\n'.repeat(1_000_000)), 'too_many_rows'],
    ['ten million line ends', () => full('', '\n'), 'too_many_rows'],
    ['ten million CR line ends', () => full(head, '\r'), 'too_many_rows'],
    ['ten million separators', () => full(head, ';'), 'too_wide'],
    ['ten million separators and no line end', () => full('', ','), 'too_wide'],
    ['10,000 columns', () => utf8(`${'c;'.repeat(10_000)}\n${'v;'.repeat(10_000)}\n`), 'too_wide'],
    ['quotes within quotes that close nothing', () => full(`${head}"`, '"x'), 'quotes'],
    ['quotes that another separator would end', () => full('', '"x";'), 'too_wide'],
    ['escaped quotes without end', () => full('"', '""'), 'quotes'],
    ['a quote that is never closed', () => full(`${head}"`, 'x'), 'quotes'],
    ['a bomb of blanks', () => makeWorkbook(header + ' '.repeat(40_000_000)), 'unpacked'],
    ['a bomb of rows', () => makeWorkbook(header + '<row/>'.repeat(5_000_000)), 'unpacked'],
    ['a bomb of cells', () => makeWorkbook(`<row>${'<c/>'.repeat(7_000_000)}</row>`), 'unpacked'],
    ['a bomb of formats', () => makeWorkbook(header, { 'xl/styles.xml': getStyles('<xf/>'.repeat(6_000_000)) }), 'unpacked'],
    ['a bomb of texts', () => makeWorkbook(header, { 'xl/sharedStrings.xml': getStrings('<si/>'.repeat(6_000_000)) }), 'unpacked'],
    ['a pile of tags', () => makeWorkbook(`${header}${'<a>'.repeat(3_000_000)}`), 'broken'],
    ['a tag with 200,000 attributes', () => makeWorkbook(`<row ${many(200_000, (at) => `a${at}="1" `)}/>`), 'broken'],
    ['a hundred thousand rows', () => makeWorkbook(header + many(100_000, (at) => sheetRow(at + 2, ['A', 'a@b.c']))), 'too_many_rows'],
    [
      'two thousand parts',
      () => makeWorkbook(header, Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`p/${at}.xml`, '']))),
      'unpacked',
    ],
  ])(
    '%s',
    async (_, make, reason) => {
      const answer = await readBounded(make());
      expect(answer.refused, JSON.stringify(answer)).toBe(reason);
      expect(answer.ms).toBeLessThan(30_000);
    },
    120_000,
  );

  test.each<[string, () => Uint8Array, number]>([
    ['ten megabytes of 5,000 people', () => utf8(`a;b;c;d\n${`${Array(4).fill('é'.repeat(250)).join(';')}\n`.repeat(5_000)}`), 5_001],
    ['one cell of a megabyte', () => utf8(`${head}${'x'.repeat(1_000_000)};a@b.test\n`), 2],
    [
      'a workbook of 5,000 people and 90 columns',
      () => makeWorkbook(many(5_001, (at) => sheetRow(at + 1, Array(90).fill('abcdef')))),
      5_001,
    ],
  ])(
    'and %s are read',
    async (_, make, rows) => {
      const answer = await readBounded(make());
      expect(answer).toMatchObject({ rows });
      expect(answer.first?.every(({ cells }) => cells.every((cell) => cell.length <= 1_000))).toBe(true);
    },
    120_000,
  );
});

describe('over the wire', () => {
  test('a refused file is explained in the sender’s language, and leaves nothing', async () => {
    const scene = await importScene(harness);
    for (const [bytes, reason] of [
      [utf8(head + 'A;a@b.c\n'.repeat(1_000_000)), 'too_many_rows'],
      [makeWorkbook(header + ' '.repeat(40_000_000)), 'unpacked'],
      [full(`${head}"`, '"x'), 'quotes'],
      [utf8(head), 'no_people'],
      [utf8('Nome;E-mail\nA\u0000;a@b.c\n'), 'type'],
    ] as const)
      expect(await upload(scene, bytes)).toMatchObject({ status: 422, body: { status: 'import_file_refused', vars: { reason } } });
    const more = await upload(scene, new Uint8Array(largest + 1).fill(65));
    expect(more).toMatchObject({ status: 413, body: { status: 'body_too_large' } });
    expect(await query('select count(*)::int as n from user_imports where tenant_id = $1', [scene.tenant.id])).toEqual([{ n: 0 }]);
    expect((await scene.client.get('/api/auth/user-imports')).status).toBe(200);
  });

  test('a file name is never a path, and long cells, odd characters and duplicate headers are reported at their cells', async () => {
    const scene = await importScene(harness);
    const file = [
      'Nome;E-mail;E-mail;Telefone',
      `${'x'.repeat(200_000)};longo@vertice.test;;`,
      'Ana \u202eseuneM\u202c\u200b;ana@vertice.test;;',
      '\u202e;invisivel@vertice.test;;',
      "=cmd|' /C calc'!A0;calc@vertice.test;;",
      "'=1+1;soma@vertice.test;;",
      'Bia;BIA@vertice.test;;11988771200',
      'Bia de novo;bia@VERTICE.test;;(11) 98877-1200',
      'Caio;caio\u200b@vertice.test;;',
    ].join('\r\n');
    const { body } = await upload(scene, file, { name: '../../etc/pa\u202esswd<script>.csv' });
    const whole = await read(scene, body.id);
    expect(whole.mapping).toEqual(['name', 'email', null, 'phone']);
    await scene.client.put(path(body.id, '/mapping'), { mapping: whole.mapping, choices: {}, fixed: {} });
    const { items } = (await scene.client.get(path(body.id, '/rows?size=100'))).body;
    type Row = { n: number; problems: { field: string; code: string }[] };
    // Errors come first in the list.
    const faults = items
      .toSorted((a: Row, b: Row) => a.n - b.n)
      .map((row: Row) => row.problems.map(({ field, code }) => `${field} ${code}`));
    expect(faults).toEqual([
      ['name too_long'],
      [],
      ['name required'],
      ['name formula'],
      ['name formula'],
      [],
      ['email email_repeated', 'phone phone_repeated'],
      [],
    ]);
    expect(await query("select person->>'name' as name from user_import_rows where import_id = $1 and n = 3", [body.id])).toEqual([
      { name: 'Ana seuneM' },
    ]);
    expect(await query('select email from user_import_rows where import_id = $1 and n = 9', [body.id])).toEqual([
      { email: 'caio@vertice.test' },
    ]);
    const file2 = await scene.client.get(path(body.id, '/result'));
    expect(file2.body.filename).toBe('etc pa sswd script - resultado.csv');
    expect(file2.body.csv).toContain(`"'=cmd|' /C calc'!A0"`);
  });

  test('no cell of the result is a formula, whatever it begins with', async () => {
    const scene = await importScene(harness);
    const bad = ['=1+1', '+1+1', '-1+1', '@SUM(1)', ' =1+1', '=1+1\nx', '\uff1d1+1', '\u00a0=1', '"=1"', "'=1", '\u200b=1', '\n=1'];
    const rows = bad.map((cell, at) => `"${cell.replaceAll('"', '""')}";p${at}@vertice.test`);
    const { body } = await upload(scene, `Nome;E-mail\n${rows.join('\n')}\n`);
    const result = await scene.client.get(path(body.id, '/result'));
    const { default: papa } = await import('papaparse');
    const cells = papa
      .parse<string[]>(result.body.csv.slice(1), { delimiter: ';' })
      .data.slice(1)
      .map(([first]) => first);
    for (const cell of cells) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@\uff1d]/);
  });
});
