import { expect, test } from 'vitest';
import { breakingChanges } from './schema.ts';
import { versionBefore } from './versions.ts';

const getChanges = (sql: string) => breakingChanges({ name: '0009_x.sql', sql });

test.each([
  ['drop table a;', 'drops a table'],
  ['ALTER TABLE "a" DROP COLUMN "b";', 'drops a column'],
  ['drop function app.a(uuid);', 'drops or replaces a function'],
  ['alter table a rename column b to c;', 'renames something'],
  ['alter table a rename to b;', 'renames something'],
  ['alter table a alter column b set data type text;', 'changes the type of a column'],
  ['alter table a alter column b set not null;', 'demands a value of an existing column'],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 'adds a column that demands a value'],
])('%s %s', (sql, what) => {
  expect(getChanges(sql)).toEqual([`0009_x.sql ${what}`]);
});

test.each([
  'create table a (id uuid primary key, b text not null);',
  'alter table a add column b text;',
  "alter table a add column b text default '' not null;",
  "alter table a add column b text not null default '';",
  'alter table a add column b text, alter column c drop not null;',
  'create or replace function app.a() returns int return 1;',
  '-- drop table a;\ncreate index i on a (b);',
  'drop index i; drop policy p on a; drop trigger t on a;',
])('both versions can work after %s', (sql) => {
  expect(getChanges(sql)).toEqual([]);
});

test('each rollback goes one version further back, regardless of versions in service in between', () => {
  expect(versionBefore([])).toBeUndefined();
  expect(versionBefore(['a'])).toBeUndefined();
  expect(versionBefore(['b', 'a'])).toBe('a');
  expect(versionBefore(['b', 'c', 'b', 'a'])).toBe('a');
  expect(versionBefore(['a', 'b', 'a'])).toBeUndefined();
});
