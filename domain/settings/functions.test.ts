import { expect, test } from 'vitest';
import { defaultSettings } from './defaults.ts';
import { functionsFrom, functionsInForce, hiddenScreens } from './functions.ts';

const all = { user_import: true, saml: true, mfa: true, remote: true };

test('a unit may use what no layer above has switched off', () => {
  expect(functionsFrom([])).toEqual(all);
  expect(functionsFrom([defaultSettings, defaultSettings])).toEqual(all);
});

test('a no of any layer is enough, and overrides the unit’s own yes', () => {
  const partner = { ...defaultSettings, below_remote: false };
  const platform = { ...defaultSettings, below_saml: false };
  expect(functionsFrom([partner, platform])).toEqual({ ...all, remote: false, saml: false });
  const unit = { ...defaultSettings, allow_access_remote: 'S' as const, user_import: 'S' as const };
  expect(functionsInForce(unit, [partner])).toEqual({ ...all, remote: false });
});

test('a function with a switch is off until the unit switches it on', () => {
  expect(functionsInForce(defaultSettings, [])).toEqual({ ...all, user_import: false, remote: false });
});

test('access points are hidden where a layer above keeps them, once', () => {
  expect(hiddenScreens(['faq'], all)).toEqual(['faq']);
  expect(hiddenScreens(['faq'], { ...all, saml: false })).toEqual(['faq', 'azure/saml']);
  expect(hiddenScreens(['azure/saml'], { ...all, saml: false })).toEqual(['azure/saml']);
});
