import { expect, test } from 'vitest';
import { normalize } from './normalize.ts';

test.each([
  ['a text of several lines', 'select 1\n    from users\n  where id = $1', 'select 1 from users where id = $1'],
  ['a list of parameters', 'where id in ($1, $2, $3) and n = $4', 'where id in ($1) and n = $2'],
  ['rows of values', 'values (default, $1, $2), (default, $3, $4) returning id, $5', 'values (default, $1, $2) returning id, $3'],
  ['rows and a list', 'values ($1), ($2) where x in ($3, $4)', 'values ($1) where x in ($2)'],
  ['rows that differ', 'values ($1, default), ($2, $3)', 'values ($1, default), ($2, $3)'],
  ['the parameters of a function', 'select f($1, $2)', 'select f($1, $2)'],
  ['a parameter named twice', 'select $1, $2 where $1 in ($3, $4)', 'select $1, $2 where $1 in ($3, $4)'],
])('%s', (_, text, expected) => {
  expect(normalize(text)).toBe(expected);
});
