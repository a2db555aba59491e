import { expect, test } from 'vitest';
import { hostFault } from '../../../domain/mail/server-host.ts';
import { asciiHost } from './ascii-host.ts';

test('a host with non-ASCII characters has one ASCII form, which is checked, stored and connected to', () => {
  expect(['SMTP.Example.com', 'correo.española.es', '８.８.８.８', 'smtp。example。com', '127.1'].map(asciiHost)).toEqual([
    'smtp.example.com',
    'correo.xn--espaola-7za.es',
    '8.8.8.8',
    'smtp.example.com',
    '127.1',
  ]);
});

test.each(['ex／ample.com', 'a＠b.com', 'é b.com', 'é：25', 'exämple.com/x', 'é%2e'])('%j is not a host', (text) =>
  expect(asciiHost(text)).toBeNull(),
);

test.each([
  '１２７.０.０.１',
  '１２７．１',
  '127。0。0。1',
  '０x7f.0.0.1',
  'x.localhoſt',
  'ｌｏｃａｌｈｏｓｔ',
  'local\u200bhost',
  'x.local\u00adhost',
])('%j is a private host', (text) => expect(hostFault(asciiHost(text) ?? '')).toBe('private'));

test.each(['correo.española.es', 'x.localhoſt', '１２７.０.０.１'])('%s is invalid unless converted to ASCII first', (text) =>
  expect(hostFault(text)).toBe('invalid'),
);
