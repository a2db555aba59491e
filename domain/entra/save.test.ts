import { describe, expect, test } from 'vitest';
import { type AskedEntra, decideSave, type EntraFacts, type FoundEntra } from './save.ts';

const facts: EntraFacts = {
  ...{ name: 'Microsoft', status: 'A', domains: ['vertice.test'], directories: [{ id: 'd1', name: 'Matriz' }], own: 'N', clientId: '' },
  ...{ secretAt: null, link: 'N', jit: 'N', jitStatus: 'A', defaultProfile: 'user', guests: 'N' },
  groups: [
    { claim: 'a', group: 'g1' },
    { claim: 'b', group: 'g1' },
  ],
};
const asked: AskedEntra = { version: 0, facts, hasSecret: false, secretChanged: false };
const found: FoundEntra = { allowed: true, shared: true, groups: 1, stored: undefined };
const stored = { version: 4, facts: { name: 'Antes' } };

test('the first save makes version 1, later ones the next; both sides are recorded', () => {
  expect(decideSave(asked, found)).toEqual({ version: 1, change: { before: null, after: facts, secretChanged: false } });
  expect(decideSave({ ...asked, version: 4, secretChanged: true }, { ...found, stored })).toEqual({
    version: 5,
    change: { before: { name: 'Antes' }, after: facts, secretChanged: true },
  });
});

test('a layer above that keeps sign-in methods is reported first', () => {
  const nothing = { allowed: false, shared: false, groups: 0, stored: undefined };
  expect(decideSave({ ...asked, version: 3, facts: { ...facts, directories: [] } }, nothing)).toEqual({ refused: 'function_disabled' });
});

describe('a provider that would refuse every sign-in is not switched on', () => {
  const own = { ...facts, own: 'S' as const, clientId: 'c1' };
  test.each<[string, EntraFacts, Partial<FoundEntra>, object]>([
    ['no directory', { ...facts, directories: [] }, {}, { refused: 'required', field: 'directories', vars: { name: 'directories' } }],
    ['no registration to share', facts, { shared: false }, { refused: 'entra_no_registration', field: 'own' }],
    ['no application of its own', { ...own, clientId: '' }, { shared: false }, { refused: 'required', field: 'clientId' }],
    ['no secret of its own', own, { shared: false }, { refused: 'required', field: 'secret' }],
  ])('%s', (_, given, more, refusal) => {
    expect(decideSave({ ...asked, facts: given }, { ...found, ...more })).toMatchObject(refusal);
    expect(decideSave({ ...asked, facts: { ...given, status: 'I' } }, { ...found, ...more })).toHaveProperty('version', 1);
  });
  test('its own application with a secret needs no registration of the product', () => {
    expect(decideSave({ ...asked, facts: own, hasSecret: true }, { ...found, shared: false })).toHaveProperty('version', 1);
  });
});

test('missing groups are reported before an outdated version', () => {
  expect(decideSave(asked, { ...found, groups: 0, stored })).toEqual({ refused: 'not_found', field: 'groups' });
  expect(decideSave(asked, { ...found, stored })).toEqual({ refused: 'changed_meanwhile' });
  expect(decideSave({ ...asked, version: 3 }, { ...found, stored })).toEqual({ refused: 'changed_meanwhile' });
  expect(decideSave({ ...asked, version: 3 }, found)).toEqual({ refused: 'changed_meanwhile' });
});
