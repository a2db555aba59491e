import { expect, test } from 'vitest';
import { decideOwnProfile } from './own-profile.ts';

const facts = { name: 'Ana', phone: '+5511987654321', language: 'pt-BR' as const };
const stored = { ...facts, version: 2, managed: false };

test('a change is recorded with before and after, and raises the version', () =>
  expect(decideOwnProfile({ ...facts, version: 2, language: 'es' }, stored)).toEqual({
    version: 3,
    change: { before: facts, after: { ...facts, language: 'es' } },
  }));

test('saving the same again writes nothing', () =>
  expect(decideOwnProfile({ ...facts, version: 2 }, stored)).toEqual({ version: 2, change: null }));

test('another version or a missing user is refused', () => {
  expect(decideOwnProfile({ ...facts, version: 1 }, stored)).toEqual({ refused: 'changed_meanwhile' });
  expect(decideOwnProfile({ ...facts, version: 1 }, undefined)).toEqual({ refused: 'session_gone' });
});

test('the directory manages name and number; the language is the user’s own', () => {
  const managed = { ...stored, managed: true };
  expect(decideOwnProfile({ ...facts, version: 2, name: 'Bia' }, managed)).toEqual({ refused: 'managed_by_directory', field: 'name' });
  expect(decideOwnProfile({ ...facts, version: 2, phone: null }, managed)).toEqual({ refused: 'managed_by_directory', field: 'name' });
  expect(decideOwnProfile({ ...facts, version: 2, language: null }, managed)).toMatchObject({ version: 3 });
});
