import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { moves } from './moves.ts';
import { planted, removed } from './planted.ts';
import { walk } from './walk.ts';

const harness = useHarness();

const mallorys = moves.filter(({ driver }) => driver === 'mallory');
// Each fault is found by one of these walks, mostly within a hundred moves; what a move can find depends on the moves before it.
const seeds = [1, 7, 2, 4];
const steps = 400;
const nameOf = (sql: string) => /function app\.(\w+)/.exec(sql)?.[1] ?? '';
const definition = async (name: string) => {
  const [row] = await query(
    "select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'app' and p.proname = $1",
    [name],
  );
  return String(row?.text);
};

async function noticed(name: string, broken: (before: string) => string) {
  const before = await definition(name);
  const sql = broken(before);
  expect(sql).not.toBe(before);
  await query(sql);
  try {
    let found = null;
    for (const seed of seeds) found ??= (await walk(harness, { seed, steps }, mallorys)).finding;
    expect(found).not.toBeNull();
  } finally {
    await query(before);
  }
}

test.each(Object.entries(planted))('the walk notices when %s', (_what, sql) => noticed(nameOf(sql), () => sql), 300_000);
test.each(Object.entries(removed))(
  'the walk notices when %s',
  (_what, [name, text]) => noticed(name, (before) => before.replace(text, '')),
  300_000,
);
