import { describe, expect, test } from 'vitest';
import { applyPatch, readOperations } from './patch.ts';
import { enterpriseUrn, userShape } from './schemas.ts';
import type { ScimObject } from './values.ts';

const shape = userShape([], 'en-US');
const person: ScimObject = { userName: 'ana', displayName: 'Ana', active: true, name: { givenName: 'A', familyName: 'B' } };
const patched = (...Operations: unknown[]) => applyPatch(shape, person, readOperations({ Operations }));

describe('an operation without a value', () => {
  test.each(['displayName', 'active', 'name', 'name.givenName', 'emails', 'emails[type eq "work"].value', enterpriseUrn])(
    'changes nothing: %s',
    (path) => {
      for (const op of ['replace', 'add']) expect(() => patched({ op, path })).toThrow('has a value');
      expect(patched({ op: 'remove', path: 'name' })).not.toHaveProperty('name');
    },
  );

  test.each([null, ''])('is another thing than one that clears: %o', (value) => {
    expect(patched({ op: 'replace', path: 'displayName', value })).not.toHaveProperty('displayName');
    expect(patched({ op: 'Replace', path: 'name.givenName', value }).name).toEqual({ familyName: 'B' });
  });
});
