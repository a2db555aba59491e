import { expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';
import { strangeNames } from './rooms.ts';

const paths = projectFiles(/^(domain|functions|web|i18n|db)\//).map(({ path }) => path);

test('a subject has one name in every runtime', () => {
  expect(paths.length).toBeGreaterThan(1500);
  expect(strangeNames(paths)).toEqual([]);
});

test.each([
  'domain/groups/edit.ts',
  'web/features/service/AccountsPage.tsx',
  'i18n/en-US/records.ts',
  'i18n/es/records.ts',
  'db/schema/identity.ts',
  'functions/http/app.ts',
])('the guard sees %s', (path) => {
  expect(strangeNames([...paths, path])).toEqual([path]);
});

test('the folder of the frame holds folders', () => {
  expect(paths.filter((path) => /^web\/app\/[^/]+$/.test(path))).toEqual(['web/app/main.tsx', 'web/app/portal.tsx']);
});
