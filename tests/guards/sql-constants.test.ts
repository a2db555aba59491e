import { describe, expect, test } from 'vitest';
import { projectFiles, sources } from './project-files.ts';
import { constantFaults, constantsOf, constantsOfTemplates, knownConstants } from './sql-constants.ts';

const functions = projectFiles(/^db\/functions\/.*\.sql$/);
const textOf = (name: string) => functions.find(({ path }) => path === `db/functions/${name}.sql`)?.text ?? '';
/** The functions with one of them changed. */
const withChanged = (name: string, from: string, to: string) => {
  expect(textOf(name)).toContain(from);
  return functions.map((file) => (file.path.endsWith(`/${name}.sql`) ? { ...file, text: file.text.replace(from, to) } : file));
};

describe('limits and periods in SQL', () => {
  test('are listed with every function that contains them', () => {
    expect(functions.length).toBeGreaterThan(200);
    expect(constantFaults(functions, knownConstants)).toEqual([]);
  });

  test.each([
    ['a period that one of two functions changed', 'begin_usage', '{7,30,90,365}', '{7,30,90,180}', 'begin_usage: {7,30,90,180}'],
    ['another duration', 'own_remembered', "interval '30 days'", "interval '31 days'", 'own_remembered: 2678400 s'],
    ['another limit', 'sign_in_facts', "app.attempt('g ' || p_email, 20,", "app.attempt('g ' || p_email, 21,", 'sign_in_facts: 21'],
    [
      'a new one',
      'home_id',
      'return nullif',
      "return case when app.now() > app.now() - interval '3 days' then null end; nullif",
      'home_id: 259200 s',
    ],
  ])('%s is seen', (_, name, from, to, fault) => {
    expect(constantFaults(withChanged(name, from, to), knownConstants)).toContain(`${fault} stands there, not listed`);
  });

  test('a change of the TypeScript constant alone is detected', () => {
    const changed = knownConstants.map((each) => (each.what === 'periods of usage' ? { ...each, is: '{7,30,90,366}' } : each));
    expect(constantFaults(functions, changed)).toEqual([
      'begin_usage: {7,30,90,365} stands there, not listed',
      'begin_usage: {7,30,90,366} is listed, not there',
      'sum_usage: {7,30,90,365} stands there, not listed',
      'sum_usage: {7,30,90,366} is listed, not there',
    ]);
  });

  test('are normalized; comments, text, names and planner hints don’t count', () => {
    expect(constantsOf(`-- 30 days\nselect $1, x.a7, 'in 9 words', app.attempt('k ' || p, 12, '15 min') - interval '1 hour'`)).toEqual([
      '900 s',
      '3600 s',
      '12',
    ]);
    expect(constantsOf('language sql stable rows 500 as $$ select 2 $$')).toEqual([]);
  });
});

// The platform's tenant was looked up in two ways that could have diverged.
test('only one function looks up the platform’s tenant', () => {
  const asking = functions.filter(({ text }) => /parent_id is null and \w+\.kind = 'platform'/.test(text));
  expect(asking.map(({ path }) => path)).toEqual(['db/functions/platform_id.sql']);
});

// Constants of a template can be parameters. These files still have some; none may join them.
const withIntervals = [
  'functions/features/exports/run/claim.ts',
  'functions/features/mail/mail-writes.ts',
  'functions/features/mail/test-server.ts',
  'functions/features/notifications/tell-problem.ts',
  'functions/features/remote-access/remote-access.sql.ts',
  'functions/features/reports/dashboard.sql.ts',
  'functions/features/usage/analyze.sql.ts',
  'functions/features/usage/usage.sql.ts',
  'scheduled/jobs/expire-people.ts',
  'scheduled/jobs/warn-of-displays.ts',
  'scheduled/jobs/warn-of-limits.ts',
];
const interval = /\binterval '\d/;
const unlisted = (files: readonly { path: string; text: string }[]) =>
  files
    .filter(({ path, text }) => /^(functions|scheduled)\//.test(path) && interval.test(text) && !withIntervals.includes(path))
    .map(({ path }) => path);

test('a parameter and a step of a series are no constants', () => {
  expect(
    constantsOfTemplates(`sql\`a < \${limits.most} and b in (select generate_series(\${from}, \${to}, interval '1 day') s (day))\``),
  ).toEqual([]);
});
