import { describe, expect, test } from 'vitest';
import { applyPatch, readOperations } from './patch.ts';
import { enterpriseUrn, userShape, userUrn } from './schemas.ts';
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

  test.each([null, ''])('differs from one that clears %o', (value) => {
    expect(patched({ op: 'replace', path: 'displayName', value })).not.toHaveProperty('displayName');
    expect(patched({ op: 'Replace', path: 'name.givenName', value }).name).toEqual({ familyName: 'B' });
  });
});

describe('the resource’s own schema', () => {
  test('is the resource itself, as a path and as a key', () => {
    expect(patched({ op: 'replace', path: userUrn.toUpperCase(), value: { displayName: 'Bia', id: 'x' } })).toEqual({
      ...person,
      displayName: 'Bia',
    });
    expect(patched({ op: 'add', value: { [userUrn]: { name: { givenName: 'C' }, [userUrn]: { title: 'T' } } } })).toEqual({
      ...person,
      name: { givenName: 'C', familyName: 'B' },
      title: 'T',
    });
    expect(() => patched({ op: 'remove', path: userUrn })).toThrow('says what it removes');
    expect(() => patched({ op: 'replace', path: userUrn, value: 'x' })).toThrow('is an object');
    expect(() => patched({ op: 'replace', value: { [userUrn]: ['x'] } })).toThrow('is an object');
  });

  test('of another product is ignored', () => {
    expect(patched({ op: 'add', path: 'urn:other:2.0:User', value: { x: 1 } })).toEqual(person);
  });
});
