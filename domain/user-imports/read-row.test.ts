import { expect, test } from 'vitest';
import { guessHeader, guessMapping, looksLikePassword } from './columns.ts';
import { endOfDay, groupNames, type RowFacts, readRow } from './read-row.ts';

const facts: RowFacts = {
  kind: 'unit',
  gives: (profile) => profile === 'user',
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  now: new Date('2026-11-20T12:00:00Z'),
  phone: (text) => (/^\d{11}$/.test(text.replace(/\D/g, '')) ? `+55${text.replace(/\D/g, '')}` : null),
  groups: new Map([
    ['vendas', 'Vendas'],
    ['norte, sul', 'Norte, Sul'],
  ]),
  makesGroups: false,
  custom: () => ({ values: {}, problems: {} }),
};
const mapping = ['name', 'email', 'phone', 'groups', 'expiresAt'];
const getRow = (...cells: string[]) => readRow(cells, mapping, facts);
const getFaults = (...cells: string[]) => getRow(...cells).problems.map(({ field, code }) => `${field} ${code}`);

test('invisible characters and formula marks of spreadsheets are not part of a cell', () => {
  expect(getRow('A\u202ena\u200b', '\ufeffana\u200b@v.test', "'+55 (11) 98123-4410".replace('+55 ', ''))).toMatchObject({
    problems: [],
    person: { name: 'Ana', email: 'ana@v.test', phone: '+5511981234410' },
  });
});

test.each([
  ['=1+1', 'name formula'],
  ["'=1+1", 'name formula'],
  ['\u200b=1+1', 'name formula'],
  ['\uff1d1', 'name formula'],
  ['@SUM(1)', 'name formula'],
  ['-cmd', 'name formula'],
  [' \u200b ', 'name required'],
  ['x'.repeat(1_000), 'name too_long'],
])('the name %j is refused', (name, fault) => {
  expect(getFaults(name, 'ana@v.test')).toEqual([fault]);
});

test('groups are separated by ; and |, and by a comma where the whole is not a name; each once, ignoring case and accents', () => {
  expect(groupNames('Vendas; VENDAS |Norte, Sul', facts.groups)).toEqual(['VENDAS', 'Norte, Sul']);
  expect(groupNames('Leste, Oeste;', facts.groups)).toEqual(['Leste', 'Oeste']);
  expect(getRow('Ana', 'a@v.test', '', 'vendas;NORTE, SUL').person.groups).toEqual([
    { key: 'vendas', name: 'Vendas' },
    { key: 'norte, sul', name: 'Norte, Sul' },
  ]);
  expect(getRow('Ana', 'a@v.test', '', 'Vendas;Leste').problems).toEqual([
    { field: 'groups', code: 'group_unknown', vars: { name: 'Leste' } },
  ]);
  const made = readRow(['Ana', 'a@v.test', '', 'Leste'], mapping, { ...facts, makesGroups: true });
  expect([made.problems, made.notes]).toEqual([[], [{ field: 'groups', code: 'group_new', vars: { name: 'Leste' } }]]);
});

test.each([
  ['31/12/2026', '2027-01-01T02:59:00.000Z'],
  ['2026-12-31', '2027-01-01T02:59:00.000Z'],
  ['2026-12-31 10:00', '2027-01-01T02:59:00.000Z'],
  ['31/02/2026', undefined],
  ['12/31/2026', undefined],
  ['46387', undefined],
])('the day %j ends at %s', (text, end) => {
  expect(endOfDay(text, facts.language, facts.zone)?.toISOString()).toBe(end);
});

test('a day in a file is read in the order of the importing user’s language', () => {
  expect(endOfDay('12/31/2026', 'en-US', facts.zone)?.toISOString()).toBe('2027-01-01T02:59:00.000Z');
  expect(endOfDay('31/12/2026', 'en-US', facts.zone)).toBeNull();
  expect(endOfDay('2026-12-31', 'en-US', facts.zone)?.toISOString()).toBe('2027-01-01T02:59:00.000Z');
});

test('columns are recognized by remembered mappings and by headings in four languages, and each target is filled once', () => {
  const memory = new Map([
    ['contato', 'email'],
    ['cargo', ''],
  ]);
  const heads = ['NOME', 'Contato', 'E-mail', 'Cargo', 'Grupos de usuários', 'Região', ''];
  expect(guessMapping(heads, memory, [{ key: 'cf_region', labels: ['Região'] }])).toEqual([
    'name',
    'email',
    null,
    null,
    'groups',
    'cf_region',
    null,
  ]);
  expect(guessHeader([['Relatório'], ['', ''], ['Nome', 'E-mail'], ['Ana', 'a@v.test']])).toBe(2);
});

const getRows = (...columns: string[][]) => (columns[0] ?? []).map((_, at) => columns.map((cells) => cells[at] ?? ''));
const addresses = ['ana@v.test', 'bia@v.test', ' CAIO@V.TEST '];
const phones = ['11 98877-1200', '11 98877-1201', '11 98877-1202'];

test.each([
  ['whatever its heading says', ['Pessoa', 'Contato'], getRows(['Ana', 'Bia', 'Caio'], addresses), [null, 'email']],
  ['without a heading', ['Nome', ''], getRows(['Ana', 'Bia', 'Caio'], addresses), ['name', 'email']],
  ['also if some cells are empty or wrong', ['Login corporativo'], getRows(['', '', 'ana@v.test', 'bia@v.test', 'caio@v']), ['email']],
  ['where a column before it took the same heading', ['Nome', 'Usuário'], getRows(['Ana', 'Bia', 'Caio'], addresses), ['name', 'email']],
  ['beside one that was left out on purpose', ['Contato', 'Gestor'], getRows(addresses, addresses), ['email', null]],
  ['but not of telephones', ['Contato'], getRows(phones), [null]],
  ['nor half of it', ['Contato'], getRows(['ana@v.test', '11 98877-1200']), [null]],
  ['nor without any value', ['Contato'], getRows(['', '']), [null]],
  ['nor where two could be it', ['Contato', 'Superior'], getRows(addresses, addresses), [null, null]],
  ['nor where a heading is it', ['Contato', 'E-mail'], getRows(addresses, addresses), [null, 'email']],
])('a column of addresses fills the e-mail %s', (_, heads, sample, mapping) => {
  expect(guessMapping(heads, new Map([['gestor', '']]), [], sample)).toEqual(mapping);
});

test.each(['Senha', 'SENHA INICIAL', 'password', 'Contraseña', 'Palavra-passe', 'PIN'])('%j is a column of passwords', (head) => {
  expect(looksLikePassword(head)).toBe(true);
});
test.each(['Passaporte', 'Chave', 'Pinheiro', 'E-mail'])('%j is not', (head) => {
  expect(looksLikePassword(head)).toBe(false);
});
