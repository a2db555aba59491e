import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../db/schema/users.ts';
import { root } from '../../dev/folders.ts';
import { personColumns } from '../../domain/users/fields.ts';

/** What the row of a removed person keeps after 30 days: references, times and switches, none of which says who they were. */
const kept = [
  ...[
    'tenantId',
    'id',
    'accountId',
    'profile',
    'status',
    'rights',
    'customOwn',
    'seat',
    'homeReportId',
    'themeId',
    'expiresAt',
    'ipExempt',
  ],
  ...['allowRemote', 'remoteUntil', 'invitedAt', 'statusAt', 'deletedAt', 'purgedAt', 'waitsAt', 'expiryTold', 'addedById', 'scimAt'],
  // Follows from windows and shifts, which are cleared.
  'hoursInForce',
  ...['scimTokenId', 'raised', 'version', 'createdAt', 'lastSignInAt'],
];
const read = (file: string) => readFileSync(join(root, 'db', file), 'utf8');
const getSql = (name: string) => read(`functions/${name}.sql`);
const cleared = (text: string): string[] => [...text.matchAll(/(?:^|[\s,.])"?(\w+)"? :?= /g)].map((match) => match[1] ?? '');
const inPurge = /update public\.users u\s+set ([\s\S]+?)where /.exec(getSql('purge_removed'))?.[1] ?? '';

/** The columns that nothing clears and nothing lets stay. */
const forgotten = (names: readonly string[], gone: readonly string[]) => {
  const columns: Record<string, { name: string }> = getTableColumns(users);
  return names.filter((name) => !kept.includes(name) && !gone.includes(columns[name]?.name ?? name));
};

test('every column of a user is cleared 30 days after their removal, or may stay', () => {
  const gone = [...cleared(inPurge), ...cleared(getSql('forget_directory'))];
  expect(forgotten(Object.keys(getTableColumns(users)), gone)).toEqual([]);
  // A column that a function forgets is named.
  expect(
    forgotten(
      personColumns,
      gone.filter((name) => name !== 'department'),
    ),
  ).toEqual(['department']);
});

test('the application may write every column that an administrator enters', () => {
  const grant = /grant\s+select,\s+insert \(([^)]+)\),\s+update \(([^)]+)\) on users to mirante_app;/.exec(read('policies/users.sql'));
  const listed = (text = '') => text.split(',').map((name) => name.trim().replaceAll('"', ''));
  for (const granted of [listed(grant?.[1]), listed(grant?.[2])])
    expect(personColumns.map((name) => users[name].name).filter((name) => !granted.includes(name))).toEqual([]);
});
