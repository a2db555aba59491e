import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intendedPath, ownPath } from '../../domain/session/intended.ts';
import { mergeSettings } from '../../domain/settings/defaults.ts';

const origin = 'https://vertice.mirante.app';
const staysHere = (address: string) => new URL(address, origin).origin === origin;

describe('an address to go to after sign-in', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'evil.example',
    '@evil.example',
    '/\u0000/evil.example',
    '/x\\..\\evil',
    '',
    `/${'x'.repeat(3000)}`,
  ])('is not %j', (address) => {
    expect(ownPath(address)).toBeNull();
    const settings = mergeSettings({ enable: 'S', home_page: address });
    expect(intendedPath({ profile: 'admin', flags: [] }, settings, [])).toBe('/');
  });

  test('never leaves the portal, whatever is written', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      ':',
      '@',
      '.',
      '%2f',
      '%5c',
      'http:',
      'javascript:',
      'evil.example',
      '?',
      '#',
      'a',
      '\u0000',
      '\u2028',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (written) => {
        const path = ownPath(written.join(''));
        return path === null || staysHere(path);
      }),
      { numRuns: 5_000 },
    );
    expect(staysHere('//evil.example')).toBe(false);
    expect(ownPath('/all/reports?search=x#y')).toBe('/all/reports?search=x#y');
  });
});
