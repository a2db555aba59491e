import { expect, test } from 'vitest';
import { emptyRegistration, getProblems, openingStep, stepOfField, steps, usualLimits } from './draft.ts';
import { readDraft, type TextStore, writeDraft } from './kept-draft.ts';

const draft = { ...emptyRegistration, name: 'Vértice', subdomain: 'vertice', adminName: 'Ana', adminEmail: 'ana@vertice.test' };

test('each step reports its own errors and none of the other steps', () => {
  for (const step of steps) if (step !== 'payer') expect(getProblems(step, draft), step).toEqual({});
  expect(getProblems('data', emptyRegistration)).toEqual({ name: 'required' });
  expect(getProblems('payer', { ...draft, payer: 'existing' })).toEqual({ payerId: 'required' });
  expect(getProblems('limits', { ...draft, userLimit: -1, trialDays: 400 })).toEqual({ userLimit: 'invalid', trialDays: 'invalid' });
  expect(getProblems('limits', { ...draft, trial: false, trialDays: 0 })).toEqual({});
  expect(getProblems('subdomain', { ...draft, subdomain: 'www', ownDomain: 'http://x' })).toEqual({
    subdomain: 'invalid',
    ownDomain: 'invalid',
  });
  expect(getProblems('theme', { ...draft, theme: 'colors', main: '#f4a259', text: '#ffffff' })).toEqual({ main: 'contrast' });
  expect(getProblems('admin', { ...draft, adminEmail: 'ana@' })).toEqual({ adminEmail: 'invalid' });
  expect(getProblems('account', { ...draft, lend: 'own' })).toEqual({ account: 'invalid' });
});

test('limits start with what is usually given, as far as the giver has it', () => {
  expect(usualLimits({ userLimit: 7, domainLimit: null, reportLimit: 400 })).toEqual({ userLimit: 7, domainLimit: null, reportLimit: 50 });
  // Nothing is left: the form says so at the field.
  expect(usualLimits({ userLimit: 0, domainLimit: 3, reportLimit: null })).toEqual({ userLimit: null, domainLimit: 1, reportLimit: null });
});

test('a field that the server refuses leads to its step', () => {
  expect(['party.document', 'theme.main', 'admin.email', 'subdomain', 'userLimit', 'name', 'account.appId'].map(stepOfField)).toEqual([
    'payer',
    'theme',
    'admin',
    'subdomain',
    'limits',
    'data',
    'account',
  ]);
});

test('the form opens on the requested step, unless one before it has an error', () => {
  for (const step of steps) expect(openingStep(step, draft), step).toBe(step);
  expect(openingStep('review', emptyRegistration)).toBe('data');
  expect(openingStep('data', emptyRegistration)).toBe('data');
  expect(openingStep('review', { ...draft, userLimit: 9 }, { userLimit: 5, domainLimit: null, reportLimit: null })).toBe('limits');
});

test('the draft survives a reload without the secret; garbage counts as absent', () => {
  const kept = new Map<string, string>();
  const store: TextStore = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
  writeDraft(store, 'k', { draft: { ...draft, account: { ...draft.account, secret: 's3cret' } }, step: 'admin' });
  expect(kept.get('k')).not.toContain('s3cret');
  expect(readDraft(store, 'k')).toMatchObject({ step: 'admin', draft: { name: 'Vértice', account: { secret: '' } } });
  for (const text of ['', '[]', '{"draft":7}', '{', '{"draft":{"name":7,"party":null,"other":1}}']) {
    kept.set('k', text);
    expect(readDraft(store, 'k')?.draft ?? emptyRegistration).toEqual(emptyRegistration);
  }
  writeDraft(store, 'k', null);
  expect(kept.has('k')).toBe(false);
});
