import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { settingsFaults } from '../../functions/request/env.ts';
import { sealer } from '../../functions/services/seal.ts';
import { makeKeys } from '../secrets.ts';
import { newSealRing, rotateSealing } from './ring.ts';
import { rotateSecret } from './rotate.ts';

const folder = mkdtempSync(join(tmpdir(), 'mirante-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const asked = { env: 'production', isSeal: false, isLeaked: false };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
// Because it was just written.
const getRing = (text: string) => JSON.parse(text) as { current: string; next: string; keys: Record<string, unknown> };

/** A file as a deployment keeps it, with other values around the keys. */
function secretsFile(name: string, mode = 0o600) {
  const file = join(folder, name);
  const keys = makeKeys();
  const lines = [
    '# The secrets of one installation.',
    "SMTP_PASSWORD='a b#c'",
    ...Object.entries(keys).map(([key, value]) => `${key}='${value}'`),
    '',
  ];
  writeFileSync(file, lines.join('\n'), { mode });
  return { file, keys, read: () => parseEnv(readFileSync(file, 'utf8')) };
}

describe('the keys of an installation', () => {
  test('are rotated in its file, and nothing else in it changes', () => {
    const { file, keys, read } = secretsFile('rotated.env');
    const { printed, said } = rotateSecret({ file }, asked, {}, later(6));
    expect(printed).toBeNull();
    expect(said).toContain('Nobody is signed out.');
    expect(said).toContain('npm run deploy -- --env production');
    const after = read();
    expect(getRing(after.JWT_KEYS ?? '').current).toBe(getRing(keys.JWT_KEYS).next);
    expect({ ...after, JWT_KEYS: '' }).toEqual({ SMTP_PASSWORD: 'a b#c', ...keys, JWT_KEYS: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^# The secrets of one installation\.\n/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).not.toContain('rotated.env.half');
    expect(settingsFaults(after).filter((fault) => fault.includes('KEYS'))).toEqual([]);
  });

  test('of the environment are printed, and no file is written', () => {
    const { file, read } = secretsFile('untouched.env');
    const before = read();
    const ring = makeKeys().JWT_KEYS;
    const { printed } = rotateSecret({ file }, asked, { JWT_KEYS: ring }, later(6));
    expect(getRing(printed ?? '').current).toBe(getRing(ring).next);
    expect(read()).toEqual(before);
  });

  test('that are not deployed yet, missing, or open to others are not rotated', () => {
    const { file } = secretsFile('young.env');
    expect(() => rotateSecret({ file }, asked, {}, later(4))).toThrow('was made 4 minutes ago: deploy it first');
    expect(() => rotateSecret({ file: join(folder, 'none.env') }, asked, {})).toThrow('JWT_KEYS stands neither in the environment nor in');
    expect(() => rotateSecret({ file: secretsFile('open.env', 0o644).file }, asked, {}, later(6))).toThrow('chmod 600');
  });

  test('that leaked are all replaced at once; sealing keys are kept', () => {
    const { file, keys, read } = secretsFile('leaked.env');
    expect(rotateSecret({ file }, { ...asked, isLeaked: true }, {}).said).toContain('everybody signs in again');
    const known = Object.keys(getRing(keys.JWT_KEYS).keys);
    for (const kid of Object.keys(getRing(read().JWT_KEYS ?? '').keys)) expect(known).not.toContain(kid);
    expect(() => rotateSecret({ file }, { ...asked, isSeal: true, isLeaked: true }, {})).toThrow('could not be read any more');
  });

  test('that seal: old keys still open what they sealed, and a location without the new deployment opens what the new key sealed', async () => {
    const place = { tenantId: 'a', table: 'b', rowId: 'c', column: 'd' };
    const first = newSealRing();
    const second = rotateSealing(first).ring;
    const third = rotateSealing(second).ring;
    const [old, fresh] = [await sealer(first).seal('one', place), await sealer(second).seal('two', place)];
    expect(fresh.split('.')[0]).not.toBe(old.split('.')[0]);
    expect([await sealer(third).open(old, place), await sealer(third).open(fresh, place), await sealer(first).open(fresh, place)]).toEqual([
      'one',
      'two',
      'two',
    ]);
    const { file, keys, read } = secretsFile('sealed.env');
    rotateSecret({ file }, { ...asked, isSeal: true }, {}, later(6));
    expect(Object.keys(getRing(read().SEAL_KEYS ?? '').keys)).toEqual(expect.arrayContaining(Object.keys(getRing(keys.SEAL_KEYS).keys)));
    expect(read().JWT_KEYS).toBe(keys.JWT_KEYS);
  });
});
