import { expect, test } from 'vitest';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { getItems, moveBy, paletteSections, type Sources } from './palette-items.ts';

const report = (id: string, title: string, more: Partial<ReportCard> = {}): ReportCard => ({
  id,
  title,
  description: '',
  kind: 'powerbi',
  group: { id: 'g', name: 'Comercial', hue: 0 },
  subgroup: { id: 's', name: 'Vendas' },
  cover: { kind: 'ridge', file: null },
  verified: false,
  isNew: false,
  hidden: false,
  favorite: false,
  maintenanceUntil: null,
  dataAt: null,
  freshness: 'fresh',
  addedAt: '',
  addedBy: null,
  viewedAt: null,
  embedUrl: null,
  serviceId: null,
  ...more,
});
const run = () => undefined;
const sources = (more: Partial<Sources>): Sources => ({
  query: '',
  found: undefined,
  recents: [report('r1', 'Vendas diárias'), report('r2', 'Fluxo de caixa')],
  settings: [],
  screens: [{ href: '/', title: 'Início', detail: '' }],
  actions: [{ id: 'leave', title: 'Sair', run }],
  getAddress: ({ id }) => `/${id}/reports/view`,
  words: { group: 'grupo', getSubgroup: (group) => `subgrupo de ${group}`, external: 'externo', onCatalog: 'pedir acesso' },
  ...more,
});
const names = (more: Partial<Sources>) => paletteSections(sources(more)).map((section) => section.name);
const titles = (more: Partial<Sources>) => getItems(paletteSections(sources(more))).map((item) => item.title);

test('before a search, recents, screens and actions are listed', () => {
  expect(names({})).toEqual(['recents', 'screens', 'actions']);
});

test('a single letter already filters the local items, ignoring accents', () => {
  expect(titles({ query: 'i' })).toEqual(['Início']);
});

test("from two letters on the server's results replace the recents", () => {
  const found = {
    reports: [report('r3', 'Vendas por canal')],
    groups: [{ id: 'g', name: 'Vendas', hue: 1 }],
    subgroups: [{ id: 's', name: 'Vendas B2B', group: 'Comercial', hue: 1 }],
    people: [],
    catalog: [],
  };
  expect(names({ query: 've', found })).toEqual(['reports', 'groups']);
  expect(getItems(paletteSections(sources({ query: 've', found }))).map((item) => item.detail)).toEqual([
    'Comercial, Vendas',
    'grupo',
    'subgrupo de Comercial',
  ]);
});

test('an exact match comes before titles that only start with or contain the query', () => {
  const found = {
    reports: [report('r3', 'Relatórios e usuários'), report('r4', 'Usuários por área')],
    groups: [],
    subgroups: [],
    people: [],
    catalog: [],
  };
  const more: Partial<Sources> = {
    query: 'usuarios ',
    found,
    screens: [{ href: '/user', title: 'Usuários', detail: 'Administrar' }],
    settings: [
      { id: 'a', title: 'Limite de usuários', place: 'Geral', href: '/setting?area=general' },
      { id: 'b', title: 'Usuários', place: 'Notificações', href: '/setting?area=notifications' },
    ],
  };
  expect(names(more)).toEqual(['screens', 'settings', 'reports']);
  expect(titles(more).slice(0, 3)).toEqual(['Usuários', 'Usuários', 'Limite de usuários']);
  // A report with exactly that name stays in the reports section, on top.
  expect(titles({ ...more, found: { ...found, reports: [report('r5', 'Usuários')] } })[0]).toBe('Usuários');
  expect(names({ ...more, found: { ...found, reports: [report('r5', 'Usuários')] } })[0]).toBe('reports');
});

test('a report of the catalog is listed after what the user sees, and leads to the request for it', () => {
  const catalog = [{ id: 'c1', title: 'Vendas por canal', group: 'Comercial' }];
  const found = {
    reports: [report('r1', 'Vendas diárias')],
    groups: [{ id: 'g', name: 'Vendas', hue: 0 }],
    subgroups: [],
    people: [],
    catalog,
  };
  expect(names({ query: 'vendas', found: { ...found, groups: [] } })).toEqual(['reports', 'catalog']);
  const [item] = getItems(paletteSections(sources({ query: 'vendas', found }))).filter(({ kind }) => kind === 'catalog');
  expect(item).toMatchObject({ title: 'Vendas por canal', detail: 'Comercial, pedir acesso', href: '/catalogs?ask=c1' });
});

test('a report outside the portal is marked as such', () => {
  const found = {
    reports: [report('r3', 'Mapa', { kind: 'external', group: null, subgroup: null })],
    groups: [],
    subgroups: [],
    people: [],
    catalog: [],
  };
  expect(getItems(paletteSections(sources({ query: 'ma', found })))[0]?.detail).toBe('externo');
});

test('the selection wraps around and starts over when the list has changed', () => {
  const items = getItems(paletteSections(sources({})));
  const first = items[0]?.id ?? '';
  const last = items.at(-1)?.id ?? '';
  expect(moveBy(items, last, 1)).toBe(first);
  expect(moveBy(items, first, -1)).toBe(last);
  expect(moveBy(items, 'gone', 1)).toBe(first);
  expect(moveBy([], null, 1)).toBeNull();
});

test('a title that starts with the query comes first', () => {
  const found = {
    reports: [report('r1', 'Positivação por vendedor'), report('r2', 'Véndas')],
    groups: [],
    subgroups: [],
    people: [],
    catalog: [],
  };
  expect(titles({ query: 'vend', found })).toEqual(['Véndas', 'Positivação por vendedor']);
});
