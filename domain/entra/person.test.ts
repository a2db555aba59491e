import { expect, test } from 'vitest';
import { isDomain, isGuid } from './limits.ts';
import { cloudPerson } from './person.ts';

const tid = '7a1c0c2e-0000-4000-8000-00000000000a';
const oid = '7a1c0c2e-0000-4000-8000-00000000000b';
const claims = { tid, oid, preferred_username: 'Ana@Vertice.TEST', name: '  Ana   Nunes ' };

test('the key is the directory and the object; address and name are normalized as elsewhere', () => {
  expect(cloudPerson(claims)).toEqual({
    tid,
    oid,
    email: 'ana@vertice.test',
    vouched: true,
    guest: false,
    name: 'Ana Nunes',
    groups: null,
  });
  expect(cloudPerson({ ...claims, groups: ['a', 7, 'b'] })?.groups).toEqual(['a', 'b']);
});

test.each([{}, { tid }, { oid }, { tid: 'common', oid }, { tid, oid: `${oid}'` }, { tid: [tid], oid }])('%j gives no user', (wrong) => {
  expect(cloudPerson({ preferred_username: 'a@b.test', ...wrong })).toBeNull();
});

test('a guest’s sign-in name and a bare e-mail claim do not prove an address', () => {
  const guest = { ...claims, preferred_username: 'boss_vertice.test#EXT#@other.onmicrosoft.com', email: 'boss@vertice.test' };
  expect(cloudPerson(guest)).toMatchObject({ email: 'boss@vertice.test', vouched: false, guest: true });
  expect(cloudPerson({ ...guest, xms_edov: true })).toMatchObject({ email: 'boss@vertice.test', vouched: true });
  expect(cloudPerson({ tid, oid, email: 'not an address' })).toMatchObject({ email: '', vouched: false });
});

test.each([
  ['the mark of a guest', { acct: 1 }, true],
  ['the mark of a guest as a text', { acct: '1' }, true],
  ['another provider', { idp: 'https://sts.windows.net/7a1c0c2e-0000-4000-8000-0000000000ff/' }, true],
  ['a private account', { idp: 'live.com' }, true],
  ['a provider that is no text', { idp: 7 }, true],
  ['a guest’s name in another claim', { upn: 'boss_vertice.test#EXT#@other.onmicrosoft.com' }, true],
  ['the mark of a member', { acct: 0 }, false],
  ['the directory itself', { idp: `https://sts.windows.net/${tid}/` }, false],
  ['the issuer itself', { iss: 'https://idp.test/v2.0', idp: 'https://idp.test/v2.0' }, false],
])('%s says whether a user is a guest, whose sign-in name proves nothing', (_name, more, guest) => {
  expect(cloudPerson({ ...claims, ...more })).toMatchObject({ guest, vouched: !guest });
});

test('domains and directories have one format', () => {
  expect(['vertice.test', 'a-b.com.br'].filter(isDomain)).toHaveLength(2);
  expect(['vertice', '.test', 'a..b', '-a.test', 'a@b.test', `${'a'.repeat(64)}.test`].filter(isDomain)).toEqual([]);
  expect(isGuid(tid)).toBe(true);
  expect(['common', 'organizations', `${tid}x`, ''].filter(isGuid)).toEqual([]);
});

test('a name never has half a surrogate pair, whether it was sent or caused by a cut', () => {
  expect(cloudPerson({ ...claims, name: 'Ana \ud83d' })?.name).toBe('Ana \ufffd');
  expect(cloudPerson({ ...claims, name: `a${'😀'.repeat(100)}` })?.name.isWellFormed()).toBe(true);
});
