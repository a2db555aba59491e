import { and, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-http';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { countRows, lockVersion, mustHold, setOf } from './assertions.ts';
import { audited } from './audited.ts';
import { lastOf } from './client.ts';
import { type RowOf, raw, rawShapes, typed } from './raw.ts';
import { groups } from './schema/report-groups.ts';

const db = drizzle.mock();
const getText = (query: { getQuery(): { sql: string; params: unknown[] } }) => query.getQuery();

describe('what must hold', () => {
  test('is asserted by the database', () => {
    const found = sql`${countRows(db, groups, eq(groups.name, 'Vendas'))} = ${1}`;
    expect(getText(mustHold(db, found))).toMatchObject({
      sql: 'select app.must_hold((select count(*) from (select 1 from "groups" where "groups"."name" = $1) as found) = $2)',
      params: ['Vendas', 1],
    });
  });

  test('is locked in the version that was read', () => {
    const seen = and(eq(groups.id, 'g1'), eq(groups.version, 3), isNull(groups.deletedAt));
    expect(getText(lockVersion(db, groups, seen)).sql).toBe(
      'select app.must_hold((select count(*) from (select 1 from "groups" where ("groups"."id" = $1 and "groups"."version" = $2 ' +
        'and "groups"."deleted_at" is null) for no key update) as locked) = 1)',
    );
  });
});

test('a set names only columns, also when it is composed', () => {
  const isMoved = true as boolean;
  expect(setOf(groups, { ...(isMoved ? { position: 2 } : {}), hidden: undefined })).toEqual({ position: 2, hidden: undefined });
  // @ts-expect-error a key that is no column, which drizzle would drop
  setOf(groups, { ...(isMoved ? { positoin: 2 } : {}) });
  // @ts-expect-error a value of another type
  setOf(groups, { position: 'first' });
});

test('a raw statement carries its name, and its rows have the types of its shape', () => {
  const shape = { id: 'uuid', n: 'int4', total: 'int8', names: 'text[]', gone: 'timestamptz?' } as const;
  const statement = raw('tests.sample', shape);
  expect(getText(statement(db, sql`select ${1}`))).toMatchObject({ sql: '/* tests.sample */ select $1', params: [1] });
  expect(rawShapes.get('tests.sample')).toEqual(shape);
  expectTypeOf<RowOf<typeof shape>>().toEqualTypeOf<{ id: string; n: number; total: string; names: string[]; gone: string | null }>();
});

test('a shape types the values of a text and the structure of jsonb', () => {
  const shape = { kind: typed<'a' | 'b'>('text'), facts: typed<{ n: number } | null>('jsonb?') } as const;
  expect(shape).toEqual({ kind: 'text', facts: 'jsonb?' });
  expectTypeOf<RowOf<typeof shape>>().toEqualTypeOf<{ kind: 'a' | 'b'; facts: { n: number } | null }>();
});

test('the audit row of a write keeps where the call came from', () => {
  const origin = { address: '203.0.113.7', requestId: 'r1' };
  const { params } = audited<{ name: string }>(db, origin, 'group.edit', 'g1', { before: { name: 'A' }, after: { name: 'B' } }).toSQL();
  expect(params).toEqual(['group.edit', 'g1', '{"before":{"name":"A"},"after":{"name":"B"}}', '203.0.113.7', 'r1']);
});

test('the last result of a batch is found behind optional ones', () => {
  const results: [string, ...number[], boolean] = ['first', 1, 2, true];
  expectTypeOf(lastOf(results)).toEqualTypeOf<boolean>();
  expect(lastOf(results)).toBe(true);
});
