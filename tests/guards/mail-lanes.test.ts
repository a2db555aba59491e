import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { isAccountKind, type MailKind, mailOnlyKinds } from '../../domain/mail/kinds.ts';
import { getLane, lanes } from '../../domain/mail/lanes.ts';
import { type NotificationKind, notificationKinds } from '../../domain/notifications/kinds.ts';

const news = Object.keys(notificationKinds) as NotificationKind[]; // because Object.keys loses the literal type
const getFiles = (folder: string, end: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.endsWith(`.test${end}`))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }));

/** Outbox rows written without a lane that aren't account mail; without a lane a row is in the first one, which is for account mail. */
const withoutLane = (text: string): boolean =>
  [...text.matchAll(/insert into (?:public\.)?outbox \(([^)]*)\)(.{0,200})/gs)].some(
    ([, columns = '', rest = '']) => !/\blane\b/.test(columns) && !/^\s*(?:select|values)[^;]{0,80}'account\./.test(rest),
  );

test('the first lane has account mail only', () => {
  const kinds: readonly MailKind[] = [...news, ...mailOnlyKinds];
  expect(kinds.filter((kind) => isAccountKind(kind) !== (getLane(kind) === lanes.account))).toEqual([]);
});

test('every write to the outbox names a lane, except for account mail', () => {
  const files = [...getFiles('functions', '.ts'), ...getFiles('scheduled', '.ts'), ...getFiles('db/functions', '.sql')];
  expect(
    files.filter(({ text }) => text.includes('insert into outbox') || text.includes('insert into public.outbox')).length,
  ).toBeGreaterThan(10);
  expect(files.filter(({ text }) => withoutLane(text)).map(({ name }) => name)).toEqual([]);
  expect(withoutLane("insert into outbox (kind, body) select 'notification', x")).toBe(true);
});

test('database functions give each kind of mail its lane', () => {
  const files = getFiles('db/functions', '.sql');
  const teller = files.find(({ name }) => name.endsWith('/act_tell.sql'))?.text ?? '';
  const first = /p_kind in \(([^)]*)\) then 0/.exec(teller)?.[1] ?? '';
  const third = /p_kind = '(\w+)' then 2\s+else 1/.exec(teller)?.[1] ?? '';
  const laneInSql = (kind: string) => (first.includes(`'${kind}'`) ? 0 : kind === third ? 2 : 1);
  const told = files
    .filter(({ name }) => !name.endsWith('/act_tell.sql'))
    .flatMap(({ text }) =>
      [...text.matchAll(/app\.act_tell\([^;]*/g)].flatMap(([call]) => news.filter((kind) => call.includes(`'${kind}'`))),
    );
  expect(new Set(told).size).toBeGreaterThan(8);
  expect(told.filter((kind) => laneInSql(kind) !== getLane(kind))).toEqual([]);
  for (const kind of ['trial_ending', 'trial_over', 'trial_deleting'] as const) expect(getLane(kind)).toBe(lanes.news);
});
