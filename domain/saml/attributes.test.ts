import { expect, test } from 'vitest';
import { groupsFor, describe as read } from './attributes.ts';

const nameId = { value: 'ana@people.test', format: '' };
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

test('the usual names of providers are known without a map', () => {
  const entra = {
    [`${claims}/emailaddress`]: ['ana@people.test'],
    [`${claims}/givenname`]: ['Ana'],
    [`${claims}/surname`]: ['Nunes'],
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['g1', 'g2', 'g1'],
  };
  expect(read(entra, { value: 'k', format: '' }, {})).toEqual({
    ...{ subject: 'k', email: 'ana@people.test', name: 'Ana Nunes', phone: '', department: '', position: '' },
    groups: ['g1', 'g2'],
  });
  expect(read({ firstName: ['Ana'], lastName: ['Nunes'], MAIL: [' x@y.test '] }, nameId, {})).toMatchObject({
    email: 'x@y.test',
    name: 'Ana Nunes',
  });
});

test('an address is its own attribute by default, and a map replaces the usual names', () => {
  expect(read({}, nameId, {})).toMatchObject({ subject: 'ana@people.test', email: 'ana@people.test', name: 'ana' });
  expect(read({ email: ['a@b.test'], work: ['w@b.test'] }, nameId, { email: 'work' }).email).toBe('w@b.test');
  expect(read({ email: ['a@b.test'] }, nameId, { email: 'work' }).email).toBe('');
  expect(read({ id: ['7'] }, nameId, { subject: 'id' }).subject).toBe('7');
  expect(read({}, nameId, { subject: 'id' }).subject).toBe('');
});

test('groups follow the rules', () => {
  const rules = [
    { value: 'a', group: '1' },
    { value: 'b', group: '1' },
    { value: 'c', group: '2' },
  ];
  expect(groupsFor(['a', 'b', 'x'], rules)).toEqual(['1']);
});
