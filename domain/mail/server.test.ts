import { describe, expect, test } from 'vitest';
import { type AskedServer, decideSave, type StoredServer, sameLogin } from './server.ts';

const facts = {
  ...{ name: 'Vendas', email: 'vendas@example.com', user: '', host: 'mail.example.com', port: 587, protocol: 'starttls' as const },
  ...{ enabled: true, bulkPerSecond: 2 },
};
const stored: StoredServer = { ...facts, version: 3, hasPassword: true };
const asked: AskedServer = { ...facts, version: 3, givesPassword: false };
const needed = { refused: 'mail_password_needed', field: 'password' };

describe('saving a mail server', () => {
  test('sets up the first one if the form had none', () => {
    const plan = { version: 1, staysVerified: false, change: { before: null, after: { ...facts, password: 'changed' } } };
    expect(decideSave({ ...asked, version: 0, givesPassword: true }, undefined)).toEqual(plan);
    expect(decideSave({ ...asked, version: 0 }, undefined)).toMatchObject({ change: { after: facts } });
    expect(decideSave(asked, undefined)).toEqual({ refused: 'changed_meanwhile' });
  });
  test('never overwrites a version that the form has not seen', () => {
    expect(decideSave({ ...asked, version: 2 }, stored)).toEqual({ refused: 'changed_meanwhile' });
    expect(decideSave({ ...asked, version: 0, host: 'elsewhere.example.com' }, stored)).toEqual({ refused: 'changed_meanwhile' });
  });
  test('keeps password and test when the name, the rate or the switch changes', () => {
    const after = { ...facts, name: 'Metas', enabled: false, bulkPerSecond: 5 };
    expect(decideSave({ ...asked, ...after }, stored)).toEqual({ version: 4, staysVerified: true, change: { before: facts, after } });
  });
  test.each([
    ['host', { host: 'elsewhere.example.com' }],
    ['port', { port: 465 }],
    ['protocol', { protocol: 'tls' as const }],
    ['user', { user: 'vendas' }],
    ['address that is the user', { email: 'metas@example.com' }],
  ])('needs the password again for another %s', (_, change) => {
    expect(decideSave({ ...asked, ...change }, stored)).toEqual(needed);
    expect(decideSave({ ...asked, ...change, givesPassword: true }, stored)).toMatchObject({ version: 4, staysVerified: false });
    expect(decideSave({ ...asked, ...change }, { ...stored, hasPassword: false })).toMatchObject({ version: 4, staysVerified: false });
  });
  test('with a user name keeps the password when its address changes, but has to be tested again', () => {
    const named = { ...stored, user: 'vendas' };
    expect(decideSave({ ...asked, user: 'vendas', email: 'metas@example.com' }, named)).toMatchObject({ version: 4, staysVerified: false });
  });
  test('counts a new password as untested, and never records it', () => {
    expect(decideSave({ ...asked, givesPassword: true }, stored)).toEqual({
      ...{ version: 4, staysVerified: false },
      change: { before: facts, after: { ...facts, password: 'changed' } },
    });
  });
});

test('a login is identified by server and user, named or by address', () => {
  expect(sameLogin(facts, { ...facts, user: facts.email })).toBe(true);
  expect(sameLogin(facts, { ...facts, email: 'metas@example.com' })).toBe(false);
  expect(sameLogin({ ...facts, user: 'vendas' }, { ...facts, user: 'vendas', email: 'metas@example.com' })).toBe(true);
  expect(sameLogin(facts, { ...facts, port: 465 })).toBe(false);
});
