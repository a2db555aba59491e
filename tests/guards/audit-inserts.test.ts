import { expect, test } from 'vitest';
import type { SourceFile } from './imports.ts';
import { projectFiles, sources } from './project-files.ts';

// An audit row is written by db/audited.ts, or by a function that runs as the gate and records what the caller's role may not even see.
const byHand = /insert\s+into\s+(?:public\.)?"?audit\b|\.insert\(audit\)/;
const faults = (files: readonly SourceFile[]) =>
  files.flatMap(({ path, text }) => {
    const concerned = /^(functions|scheduled|domain|db)\/.*(?<!\.test)\.ts$/.test(path) && path !== 'db/audited.ts';
    return concerned && byHand.test(text) ? [path] : [];
  });

test('no audit row is inserted by hand', () => {
  expect(faults(sources())).toEqual([]);
});

test.each(['sql`insert into audit (what) select 1`', 'sql`insert  into\n  public.audit values (1)`', 'db.insert(audit).values({})'])(
  'the guard sees %s',
  (text) => {
    expect(faults([{ path: 'functions/features/users/a.sql.ts', text }])).toHaveLength(1);
    expect(faults([{ path: 'scheduled/jobs/a.ts', text }])).toHaveLength(1);
    expect(faults([{ path: 'db/audited.ts', text }])).toEqual([]);
  },
);

// Functions of the gate record by app.write_audit, which no role of the product may execute. A membership change may raise the profiles of
// thousands, and one insert for all of them is cheaper than a call for each (docs/decisions/0039).
const inserting = ['db/functions/keep_mapped_profiles.sql', 'db/functions/write_audit.sql'];
const writesInSql = (files: readonly SourceFile[]) => files.filter(({ text }) => byHand.test(text)).map(({ path }) => path);

test('in SQL audit rows come from app.write_audit, called by functions of the gate', () => {
  const functions = projectFiles(/^db\/functions\/.*\.sql$/);
  expect(writesInSql(functions)).toEqual(inserting);
  const recording = functions.filter(({ path, text }) => text.includes('app.write_audit(') && !path.endsWith('/write_audit.sql'));
  expect(recording.length).toBeGreaterThan(40);
  expect(recording.filter(({ text }) => !/\bsecurity definer\b/.test(text)).map(({ path }) => path)).toEqual([]);
  expect(
    writesInSql([{ path: 'db/functions/a.sql', text: 'with b as (insert into public.audit (what) values (1)) select 1' }]),
  ).toHaveLength(1);
});
