import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { type Acting, preventedKind } from '../../domain/access/acting.ts';
import { closedToVisits } from '../../domain/access/screens.ts';
import { ownOnly, type SessionKind, sessionKinds } from '../../domain/access/session-kinds.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';

// The kinds of sessions that may call each endpoint of a signed-in person are in the committed table, one line each. Opening a call to
// visits or embedded portals changes its line there, where a reviewer sees it.
const table = readFileSync(join(root, 'tests/guards/session-kinds.txt'), 'utf8').trimEnd().split('\n');
const inside = (endpoints as readonly Endpoint[]).filter(({ needs }) => needs !== 'public' && needs !== 'playlist' && needs !== 'embedded');
const getLine = ({ method, path, kinds = ownOnly }: Pick<Endpoint, 'method' | 'path' | 'kinds'>) =>
  `${method.padEnd(6)} ${path.padEnd(64)} ${kinds.join(' ')}`;

test('a screen that is hidden from visits has no call that a visit may make', () => {
  for (const screen of closedToVisits) {
    const calls = inside.filter(({ screens }) => screens?.includes(screen));
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter(({ kinds = ownOnly }) => kinds.some((kind) => kind === 'partner' || kind === 'remote')).map(getLine)).toEqual([]);
  }
});

test('each endpoint is open to exactly the session kinds in the table', () => {
  expect(inside.map(getLine).toSorted()).toEqual(table);
  expect(table.length).toBeGreaterThan(250);
});

describe('calls that only a person’s own session may make', () => {
  const openIn = (kind: SessionKind) => table.filter((line) => line.split(/\s+/).slice(2).includes(kind));
  // Each of these would give the visitor access after the visit has ended.
  const keys: Record<string, (line: string) => boolean> = {
    'the account': (line) => line.includes(' /api/auth/account'),
    'another unit': (line) => line.includes(' /api/auth/companies') || line.includes('/change/companies'),
    'identity providers': (line) => line.includes('/auth/saml/') || line.includes('/auth/entra'),
    directories: (line) => line.includes('/auth/scim/'),
    'embedding keys': (line) => line.includes('/auth/embedding/'),
    'the mail server': (line) => line.includes('/auth/mail/server'),
    'units and who pays': (line) => line.includes('/auth/units') || line.includes('/auth/parties') || line.includes('/auth/subdomains'),
    'a change of service accounts': (line) => line.includes('/auth/service-accounts') && !line.startsWith('GET'),
    'a change of displays': (line) => line.includes('/auth/playlist_devices') && !line.startsWith('GET'),
    'factors and identities of people': (line) => /\/factors\/reset|(POST|DELETE) .*\/identities\b/.test(line),
    'exports about people': (line) =>
      /\/(users|grants|sight|catalog-requests|log|sign_ins|audit|questionnaire|members|readers)\/export /.test(line),
    'further visits': (line) => line.includes('/change/partner/') || line.includes('/partner/') || line.includes('/remote/requests'),
  };
  test.each(Object.entries(keys))('%s', (_, isKey) => {
    expect(table.filter(isKey).length).toBeGreaterThan(0);
    for (const kind of ['remote', 'partner', 'embed_portal'] as const) expect(openIn(kind).filter(isKey)).toEqual([]);
  });
});

describe('the guard sees', () => {
  test('an endpoint opened to one more kind, and one that names no kinds', () => {
    const stray = { method: 'POST', path: '/api/auth/mail/server', kinds: sessionKinds } as const;
    expect(table).not.toContain(getLine(stray));
    expect(getLine({ method: 'GET', path: '/api/auth/new' })).toMatch(/ own$/);
  });
});

test('each kind that an endpoint does not name has its own refusal', () => {
  const acting: Acting = { reach: 'act', via: 'partner', until: 0 };
  const closed = { method: 'GET' } as const;
  expect(preventedKind(closed, { kind: 'own' })).toBe(null);
  expect(preventedKind(closed, { kind: 'partner', acting })).toBe('act_as_blocked');
  expect(preventedKind(closed, { kind: 'remote', acting })).toBe('act_as_blocked');
  expect(preventedKind(closed, { kind: 'embed_portal' })).toBe('embedded_closed');
  for (const kind of sessionKinds) expect(preventedKind({ method: 'PUT', kinds: sessionKinds }, { kind })).toBe(null);
});
