import { describe, expect, test } from 'vitest';
import { inForce, isAddressEntry, listInForce, namesAddress } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.77/24', '203.0.113.1', true],
  ['203.0.113.0/24', '203.0.114.0', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['10.0.0.1-10.0.0.9', '10.0.0.9', true],
  ['10.0.0.1 - 10.0.0.9', '10.0.0.10', false],
  ['10.0.0.1-10.0.0.9', '10.0.0.0', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
  ['::1-::f', '::a', true],
  ['::/0', '2001:db8::1', true],
  ['::/0', '203.0.113.7', false],
  // The same machine in the other notation.
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['203.0.113.0/24', '::ffff:cb00:7107', true],
  ['203.0.113.7', 'nothing', false],
  ['203.0.113.7', '', false],
] as const)('%s names %s: %s', (entry, address, named) => {
  expect(isAddressEntry(entry)).toBe(true);
  expect(namesAddress([entry], address)).toBe(named);
});

test.each([
  ...[
    '',
    ' ',
    'localhost',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/',
    '::1/129',
    ':::',
    '1::2::3',
  ],
  ...[
    '10.0.0.9-10.0.0.1',
    '10.0.0.1-::2',
    '10.0.0.1-',
    '-10.0.0.1',
    '1.2.3.4-1.2.3.5-1.2.3.6',
    '*',
    '10.0.0.*',
    '::ffff:1.2.3.4/96',
    '2001:db8::g',
  ],
  '1:2:3:4:5:6:7:8:9',
])('%j is not a valid entry of a list', (entry) => {
  expect(isAddressEntry(entry)).toBe(false);
  expect(namesAddress([entry], '10.0.0.1')).toBe(false);
});

test('an empty list in force matches no address', () => expect(namesAddress([], '10.0.0.1')).toBe(false));

describe('a change of the list', () => {
  const at = Date.parse('2026-05-05T12:00:00Z');
  const before = { ip: 'N', listIp: null } as const;
  const rule = { ip: 'S', listIp: ['10.0.0.1'], trial: { until: '2026-05-05T12:15:00Z', before } } as const;
  const of = (now: number) => inForce({ ...rule, listIp: [...rule.listIp] }, now);
  test('is in force while it is on trial', () => expect(of(at)).toMatchObject({ ip: 'S', listIp: ['10.0.0.1'] }));
  test('is undone once its time has passed', () => expect(of(at + 15 * 60_000)).toEqual(before));
  test('stays once it is confirmed', () => expect(listInForce({ ip: 'S', listIp: ['::1'], trial: null }, at + 9e9)).toEqual(['::1']));
  test('means anywhere where the switch is off', () => {
    expect(listInForce({ ip: 'N', listIp: ['::1'], trial: null }, at)).toBeNull();
    expect(listInForce(null, at)).toBeNull();
  });
});
