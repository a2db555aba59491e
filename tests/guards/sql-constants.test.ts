import { describe, expect, test } from 'vitest';
import { projectFiles, sources } from './project-files.ts';
import { constantFaults, constantsOfTemplates, getConstants, knownConstants } from './sql-constants.ts';

const functions = projectFiles(/^db\/functions\/.*\.sql$/);
const getText = (name: string) => functions.find(({ path }) => path === `db/functions/${name}.sql`)?.text ?? '';
/** The functions with one of them changed. */
const withChanged = (name: string, from: string, to: string) => {
  expect(getText(name)).toContain(from);
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
    expect(getConstants(`-- 30 days\nselect $1, x.a7, 'in 9 words', app.attempt('k ' || p, 12, '15 min') - interval '1 hour'`)).toEqual([
      '900 s',
      '3600 s',
      '12',
    ]);
    expect(getConstants('language sql stable rows 500 as $$ select 2 $$')).toEqual([]);
  });
});

// The platform's tenant was looked up in two ways that could have diverged.
test('only one function looks up the platform’s tenant', () => {
  const asking = functions.filter(({ text }) => /parent_id is null and \w+\.kind = 'platform'/.test(text));
  expect(asking.map(({ path }) => path)).toEqual(['db/functions/platform_id.sql']);
});

// Constants of a template are parameters, named in domain/<feature>/limits.ts. What these numbers say can have no other value.
const fixed: Record<string, string[]> = {
  'functions/features/exports/exports.sql.ts': ['100'], // percent
  'functions/features/exports/run/record.ts': ['100'], // percent
  'functions/features/report-groups/list-groups.ts': ['100000'], // a group's place before a sub-group's
  'functions/features/partner-access/partner-access.sql.ts': ['60'], // seconds of a minute
  'functions/features/report-management/list-managed.ts': ['99999', '100000'], // a group's place before a report's
  'functions/features/reports/list-reports.ts': ['2147483647'], // the last place
  'functions/features/reports/opening.ts': ['3'], // the third of the views a report can open with
  'functions/features/scim/log.ts': ['400'], // HTTP, here and below
  'functions/features/scim/settings/log.ts': ['400', '400'],
  'functions/features/scim/settings/settings.sql.ts': ['400'],
  'functions/features/scim/user-rows.ts': ['12'], // signs of a hash
  'scheduled/jobs/warn-of-displays.ts': ['86400'], // seconds of a day
};
const inTemplates = (files: readonly { path: string; text: string }[]) =>
  files.flatMap(({ path, text }) => {
    const found = /^(functions|scheduled)\/.*(?<!\.test)\.ts$/.test(path) ? constantsOfTemplates(text) : [];
    return found.join() === (fixed[path] ?? []).join() ? [] : [`${path}: ${found.join(', ') || 'nothing, but listed'}`];
  });

test('no template has a limit or a period of its own', () => {
  expect(inTemplates(sources())).toEqual([]);
  const paths = sources().map(({ path }) => path);
  expect(Object.keys(fixed).filter((path) => !paths.includes(path))).toEqual([]);
});

test.each([
  ["sql`x.at > app.now() - interval '30 days'`", '2592000 s'],
  [`sql<number>\`select id from \${users} limit 50\``, '50'],
  ['sql`x.at < now() - make_interval(days => 7)`', '7'],
])('the guard sees %s', (text, constant) => {
  const path = 'functions/features/users/a.ts';
  expect(inTemplates([{ path, text }])).toEqual([`${path}: ${constant}`]);
});

test('a parameter and a step of a series are no constants', () => {
  expect(
    constantsOfTemplates(`sql\`a < \${limits.most} and b in (select generate_series(\${from}, \${to}, interval '1 day') s (day))\``),
  ).toEqual([]);
});
