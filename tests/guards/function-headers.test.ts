import { expect, test } from 'vitest';
import { headerFaults } from './function-headers.ts';
import { projectFiles } from './project-files.ts';

const functions = projectFiles(/^db\/functions\/\w+\.sql$/);
const policies = projectFiles(/^db\/policies\/\w+\.sql$/);
const stale = /\b(nobody|somebody|whoever|whom|he|him|his|himself|riddles?)\b/i;

const getComments = (text: string) => text.match(/(?<!-)--[^\n]*/g) ?? [];
const staleWords = (text: string) => getComments(text).filter((comment) => stale.test(comment));
const keep = (text: string, path = 'db/functions/keep.sql') => ({ path, text });
const policy = keep('grant select, update (used_at) on tokens to mirante_door;\n', 'db/policies/tokens.sql');
const body =
  'create function app.keep() returns void language sql security definer as $$ insert into public.tokens values (1) $$;\n' +
  'grant execute on function app.keep to mirante_door;\n';
const ending = '-- Callers: mirante_door.\n-- Security definer: callers lack the grants on tokens.\n';

test('each function says what it does, who calls it, what it raises and why it is security definer', () => {
  expect(functions.length).toBeGreaterThan(250);
  expect(headerFaults(functions, policies)).toEqual([]);
});

test('comments in SQL name their subject', () => {
  const files = projectFiles(/^db\/.*\.sql$/);
  expect(files.flatMap(({ text }) => getComments(text)).length).toBeGreaterThan(500);
  expect(files.flatMap(({ path, text }) => staleWords(text).map((comment) => `${path}: ${comment}`))).toEqual([]);
  expect(staleWords('-- Whoever asks.\nselect 1; -- his own')).toHaveLength(2);
  expect(staleWords("select 'nobody'; -- the user's own")).toEqual([]);
});

test.each([
  ['a comment that is only derived', ending + body],
  ['no comment', body],
  ['a caller that was added', `-- Keeps a token.\n${ending}${body.replace('to mirante_door', 'to mirante_door, mirante_job')}`],
  ['an error that is raised', `-- Keeps a token.\n${ending}${body.replace('insert', "raise exception 'link_used'; insert")}`],
  ['a grant that was given', `-- Keeps a token.\n${ending}${body.replace('insert into', 'update')}`],
])('the guard sees %s', (_, text) => {
  expect(headerFaults([keep(`-- Keeps a token.\n${ending}${body}`)], [policy])).toEqual([]);
  expect(headerFaults([keep(text)], [policy])).toHaveLength(1);
});
