import { expect, test } from 'vitest';
import { defaultSettings } from './defaults.ts';
import { functionsFrom, functionsInForce, hiddenScreens } from './functions.ts';

const all = { user_import: true, saml: true, mfa: true, remote: true };

test('what no layer above has switched off is left to a unit', () => {
  expect(functionsFrom([])).toEqual(all);
  expect(functionsFrom([defaultSettings, defaultSettings])).toEqual(all);
});

test('one layer’s no is enough, whichever it is, and beats the unit’s own yes', () => {
  const partner = { ...defaultSettings, below_remote: false };
  const platform = { ...defaultSettings, below_saml: false };
  expect(functionsFrom([partner, platform])).toEqual({ ...all, remote: false, saml: false });
  const unit = { ...defaultSettings, allow_access_remote: 'S' as const, user_import: 'S' as const };
  expect(functionsInForce(unit, [partner])).toEqual({ ...all, remote: false });
});

test('what a unit switches on itself is off until it does', () => {
  expect(functionsInForce(defaultSettings, [])).toEqual({ ...all, user_import: false, remote: false });
});

test('the ways in are hidden where a layer above keeps them, once', () => {
  expect(hiddenScreens(['faq'], all)).toEqual(['faq']);
  expect(hiddenScreens(['faq'], { ...all, saml: false })).toEqual(['faq', 'azure/saml']);
  expect(hiddenScreens(['azure/saml'], { ...all, saml: false })).toEqual(['azure/saml']);
});
