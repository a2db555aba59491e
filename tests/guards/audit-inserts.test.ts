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

/** A function that isn't the gate's can leave its record to the verb that calls it. */
const ofNoGate = (files: readonly SourceFile[]) =>
  files.filter(({ text }) => byHand.test(text) && !/\bsecurity definer\b/.test(text)).map(({ path }) => path);

test('in SQL only functions of the gate record, and no more than today', () => {
  const functions = projectFiles(/^db\/functions\/.*\.sql$/);
  expect(ofNoGate(functions)).toEqual([]);
  expect(ofNoGate([{ path: 'db/functions/a.sql', text: 'create function app.a() … insert into audit (what) values (1)' }])).toHaveLength(1);
  const recording = functions.filter(({ text }) => byHand.test(text));
  expect(recording.length, 'when fewer record, lower the number').toBe(50);
});
