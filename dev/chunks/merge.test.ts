import { describe, expect, test } from 'vitest';
import { type Aim, mergeChunks, type Natural } from './merge.ts';

type Plan = { bytes?: number; uses?: string[]; asks?: string[]; isShared?: boolean };

/** Chunks by their name; each holds one module of the same name. */
const natural = (plans: Record<string, Plan>): Natural[] =>
  Object.entries(plans).map(([name, { bytes = 100, uses = [], asks = [], isShared = false }]) => ({
    file: name,
    name,
    bytes,
    modules: [name],
    imports: uses,
    dynamicImports: asks,
    entry: isShared ? null : name,
  }));
const merge = (plans: Record<string, Plan>, aim: Partial<Aim> = {}) =>
  Object.fromEntries(mergeChunks(natural(plans), { count: 1, largest: 500, request: 0, portal: [], getWeight: () => 1, ...aim }));

describe('chunks', () => {
  test('that are always loaded together become one, however many there may be', () => {
    const plan = merge(
      { page: { bytes: 900, asks: ['list'] }, list: { uses: ['table', 'rows'] }, table: { isShared: true }, rows: { isShared: true } },
      { count: 99 },
    );
    expect(plan).toEqual({ page: 'page', list: 'list', table: 'list', rows: 'list' });
  });

  test('are merged where the fewest needless bytes are loaded', () => {
    const plans: Record<string, Plan> = {
      page: { bytes: 900, asks: ['home', 'users', 'groups'] },
      home: { bytes: 300, uses: ['tile'] },
      users: { bytes: 300, uses: ['row', 'tile'] },
      groups: { bytes: 300, uses: ['row'] },
      row: { bytes: 100, isShared: true },
      tile: { bytes: 10, isShared: true },
    };
    expect(merge(plans, { count: 5 }).tile).toBe('row');
    // With the home page weighted nine times, loading the row there costs more than loading the home module on the users page.
    expect(merge(plans, { count: 5, getWeight: (entry) => (entry === 'home' ? 9 : 1) }).tile).toBe('home');
  });

  test('are merged below the count limit if one request less is worth the needless bytes', () => {
    const plans: Record<string, Plan> = {
      page: { bytes: 900, asks: ['home', 'users'] },
      home: { bytes: 400, uses: ['tile'] },
      users: { bytes: 400, uses: ['tile', 'row'] },
      tile: { bytes: 60, isShared: true },
      row: { bytes: 30, isShared: true },
    };
    const rowAndTile = (request: number) => {
      const plan = merge(plans, { count: 99, largest: 100, request });
      return plan.row === plan.tile;
    };
    expect(rowAndTile(20)).toBe(false);
    expect(rowAndTile(31)).toBe(true);
  });

  test('of the portal cost nothing for pages behind the sign-in, and count for pages before it', () => {
    const plans: Record<string, Plan> = {
      page: { bytes: 900, asks: ['forgot', '/portal'] },
      '/portal': { uses: ['menu', 'field'], asks: ['users'] },
      forgot: { bytes: 300, uses: ['field'] },
      users: { bytes: 300, uses: ['menu'] },
      menu: { isShared: true },
      field: { isShared: true },
    };
    const plan = merge(plans, { count: 99, portal: ['/portal'] });
    expect(plan.menu).toBe('/portal');
    expect(plan.field).not.toBe('/portal');
  });

  test('are never merged into a cycle, nor beyond the maximum size', () => {
    const chain = {
      page: { bytes: 900, asks: ['a'] },
      a: { bytes: 200, uses: ['b'] },
      b: { bytes: 400, uses: ['c'], isShared: true },
      c: { isShared: true },
    };
    const plan = merge(chain);
    expect(plan.a).not.toBe(plan.c);
    expect(plan.b).toBe(plan.c);
    expect(plan.page).toBe('page');
  });
});
