import { describe, expect, test } from 'vitest';
import { hostFault, isPrivateAddress } from './server-host.ts';

describe('the host of a tenant’s mail server', () => {
  test.each([
    'smtp.example.com.br',
    'smtp-mail.outlook.com',
    'email-smtp.us-east-1.amazonaws.com',
    '8.8.8.8',
    '[2606:4700:4700::1111]',
    'correo.xn--espaola-7za.es',
  ])('%s is public', (host) => expect(hostFault(host)).toBeNull());

  test.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['2130706433', '0x7f000001', '017700000001', '127.1', '0177.0.0.1', '0x7f.0.0.1', '10.0.1', '1.2.3.0x4'],
    ...[
      '[::1]',
      '::1',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::7f00:1]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[64:ff9b::a00:1]',
      '[2002:7f00:1::]',
      '[ff02::1]',
    ],
    ...[
      '１２７.０.０.１',
      '１２７．１',
      '127。0。0。1',
      '０x7f.0.0.1',
      'x.localhoſt',
      'ｌｏｃａｌｈｏｓｔ',
      'mail.ⓛocal',
      'local\u200bhost.',
      'x.local\u00adhost',
    ],
    ...['localhost', 'mail.localhost', 'db.internal', 'printer.local', 'nas.lan', 'mail.corp', 'LOCALHOST', 'x.test'],
  ])('%s is private', (host) => expect(hostFault(host)).not.toBeNull());

  test.each([
    '',
    'mail',
    'smtp.example.com.',
    '.example.com',
    'a..b',
    'exa mple.com',
    'smtp.example.com/x',
    'smtp.example.com:25',
    'user@smtp.example.com',
    '[::1',
    '[gggg::1]',
    '1.2.3',
    'x'.repeat(260),
    'a\r\nb.com',
    'a\u0000.com',
    '-a.com',
  ])('%j is none', (host) => expect(hostFault(host)).not.toBeNull());

  test('an unreadable resolver answer counts as private', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPrivateAddress)).toEqual([false, false]);
    expect(['127.0.0.1', '::ffff:10.0.0.1', '01.2.3.4', 'garbage', ''].map(isPrivateAddress)).toEqual([true, true, true, true, true]);
  });
});
