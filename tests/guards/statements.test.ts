import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawShapes, type Shape } from '../../db/raw.ts';
import { fromLine } from '../../dev/database/recording.ts';
import { root } from '../../dev/folders.ts';
import { committedRecording } from '../recording.ts';
import { sources } from './project-files.ts';
import { getName, migratedDatabase, statementFaults } from './statements.ts';

// The recording of the API tests (npm run db:statements), checked against the current migrations.
const recorded = committedRecording();
const names = new Set(recorded.map((line) => getName(fromLine(line).text)).filter((name) => name !== undefined));

let database: PGlite;
beforeAll(async () => {
  database = await migratedDatabase(join(root, 'migrations'));
  // raw() registers a shape when its module is loaded.
  for (const { path, text } of sources())
    if (/^(functions|scheduled)\/.*(?<!\.test)\.ts$/.test(path) && /\braw\(\s*'/.test(text)) await import(join(root, path));
});
afterAll(() => database.close());

describe('the recorded statements', () => {
  test('cover every role, sorted and without duplicates', () => {
    expect(recorded.length).toBeGreaterThan(1000);
    expect(new Set(recorded.map((line) => fromLine(line).role))).toEqual(new Set(['app', 'wide', 'public', 'door', 'job']));
    expect(recorded).toEqual([...new Set(recorded)].toSorted());
  });

  test('can be prepared and run, each as its role; raw ones return the columns of their shape', async () => {
    expect(await statementFaults(database, recorded, rawShapes)).toEqual([]);
  });

  test('name every raw statement of the code and no other', () => {
    expect(rawShapes.size).toBeGreaterThan(0);
    expect([...names].toSorted()).toEqual([...rawShapes.keys()].toSorted());
  });
});

describe('the guard sees', () => {
  // A list of groups, a mustHold, and a raw statement.
  const few = [
    /^app: select .*from "groups" "x" .*"x"."position"::bigint/,
    /^app: select app\.must_hold/,
    /^app: \/\* report_groups\.change/,
  ].map((pattern) => recorded.find((line) => pattern.test(line)) ?? `app: no statement like ${pattern}`);

  test.each([
    [
      'a renamed column',
      'alter table groups rename position to place',
      'alter table groups rename place to position',
      /column x.position does not exist/,
    ],
    [
      'another type',
      'drop index groups_position; alter table groups alter position type bool using true',
      'alter table groups alter position type int using 1; create index groups_position on groups (tenant_id, position, id)',
      /cannot cast type boolean to bigint/,
    ],
    [
      'a revoked privilege',
      'revoke select on groups from mirante_app',
      'grant select on groups to mirante_app',
      /permission denied for table groups/,
    ],
    [
      'a function that the role may not call',
      'revoke execute on function app.must_hold(boolean) from mirante_app',
      'grant execute on function app.must_hold(boolean) to mirante_app',
      /permission denied for function must_hold/,
    ],
  ])('%s', async (_, damage, repair, fault) => {
    await database.exec(damage);
    const faults = await statementFaults(database, few, rawShapes);
    await database.exec(repair);
    expect(faults).toContainEqual(expect.stringMatching(fault));
    expect(await statementFaults(database, few, rawShapes)).toEqual([]);
  });

  test.each([
    ['a column too few', { there: 'int4' }],
    ['another name', { there: 'int4', moved: 'int4' }],
    ['another type', { there: 'int4', changed: 'int8' }],
  ] as const)('a raw statement whose shape has %s', async (_, shape: Shape) => {
    const faults = await statementFaults(database, few, new Map([['report_groups.change', shape]]));
    expect(faults).toEqual([expect.stringMatching(/^report_groups\.change promises .* but returns changed int4, there int4$/)]);
  });

  test('a statement that its role may not run', async () => {
    const asPublic = few.map((line) => line.replace('app:', 'public:'));
    expect(await statementFaults(database, asPublic, rawShapes)).toHaveLength(few.length);
  });
});
