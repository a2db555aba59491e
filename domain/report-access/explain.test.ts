import { describe, expect, test } from 'vitest';
import { type ExplainedGrant, type ExplainFacts, explain } from './explain.ts';
import { refusalFor, whyNot } from './sight.ts';

const grant: ExplainedGrant = {
  ...{ id: 'g', subject: 'user', group: null, source: 'manual', validUntil: null, ended: false, identity: null, filters: 0 },
};
const facts: ExplainFacts = {
  sight: {
    ...{ active: true, hidden: false, groupHidden: false, groupAudience: true, granted: true, expiredAt: null },
    ...{ maintenance: false, identity: 'none' },
  },
  person: {
    ...{ profile: 'user', status: 'A', email: 'ana@vertice.test', accepted: true, expiresAt: null, withinHours: null, ipExempt: false },
    ...{ rlsUsername: null, rlsRoles: [], values: {} },
  },
  tenant: { status: 'A', trialEndsAt: null, trialOver: false, listsAddresses: false },
  screenHidden: false,
  report: { hidden: false, powerbi: true, needsIdentity: false, openRole: null, known: true, account: true },
  grants: [grant],
  catalog: { offered: false, pending: false },
  places: [],
  windows: [],
  identity: { kind: 'none' },
  refusal: null,
};
const place = { kind: 'group' as const, id: 'p', name: 'P', hidden: false, deleted: false, audience: 'chosen' as const, chosen: true };
const refused = { kind: 'refused' as const, code: 'rls_identity_missing' as const, lacks: 'name' as const };
const of = (change: Partial<ExplainFacts>) => explain({ ...facts, ...change });
const codes = (change: Partial<ExplainFacts>) => of(change).lines.map((line) => line.code);
const closing = (change: Partial<ExplainFacts>) =>
  of(change)
    .lines.filter((line) => line.effect === 'closes')
    .map((line) => line.code);
const person = (change: Partial<ExplainFacts['person']>) => ({ person: { ...facts.person, ...change } });
const report = (change: Partial<ExplainFacts['report']>) => ({ report: { ...facts.report, ...change } });

describe('the explanation', () => {
  test('asks every question in a fixed order and opens where nothing closes', () => {
    expect(codes({})).toEqual([
      ...['tenant_open', 'person_A', 'hours_none', 'address_any', 'screen_shown', 'report_shown', 'place_none', 'grant_user'],
      ...['maintenance_none', 'service_ready', 'identity_unasked'],
    ]);
    expect(explain(facts)).toMatchObject({ sees: true, answer: null, reasons: [], identity: null, filters: 0 });
  });

  test('has the verdict of the visibility rule, and a closing line whenever it refuses', () => {
    const flags = [true, false];
    for (const hidden of flags)
      for (const placeHidden of flags)
        for (const chosen of flags)
          for (const granted of flags)
            for (const maintained of flags)
              for (const identified of flags) {
                const sight = {
                  ...facts.sight,
                  ...{ hidden, groupHidden: placeHidden, groupAudience: chosen && !placeHidden, granted, maintenance: maintained },
                  identity: identified ? ('none' as const) : ('refused' as const),
                };
                const change: Partial<ExplainFacts> = {
                  sight,
                  ...report({ hidden, needsIdentity: !identified }),
                  grants: granted ? facts.grants : [],
                  places: [{ ...place, hidden: placeHidden, chosen }],
                  windows: maintained ? [{ id: 'w', title: 'W', until: '2026-12-01T00:00:00Z', sparesAdministrators: false }] : [],
                  identity: identified ? { kind: 'none' } : refused,
                };
                const answer = of(change);
                expect(answer.reasons).toEqual(whyNot(sight));
                expect(answer.answer).toBe(refusalFor(sight));
                expect(answer.sees, JSON.stringify(sight)).toBe(closing(change).length === 0);
              }
  });

  test.each<[string, Partial<ExplainFacts>, string]>([
    ['a unit that is suspended', { tenant: { ...facts.tenant, status: 'B' } }, 'tenant_blocked'],
    ['a trial that is over', { tenant: { ...facts.tenant, status: 'T', trialOver: true } }, 'tenant_blocked'],
    ['a person who is blocked', { ...person({ status: 'B' }), sight: { ...facts.sight, active: false } }, 'user_blocked'],
    ['screens that are hidden', { screenHidden: true }, 'function_disabled'],
    ['a report that the service does not have', report({ known: false }), 'report_missing_at_service'],
    ['an account that was disabled', report({ account: false }), 'report_account_refused'],
  ])('of %s has one closing line and the answer of viewing', (_, change, answer) => {
    expect(of(change)).toMatchObject({ sees: false, answer });
    expect(closing(change)).toHaveLength(1);
  });

  test('lists grants without effect and checks at sign-in, and needs no grant for an administrator', () => {
    const gone = { ...grant, subject: 'group' as const, group: { id: 'q', name: 'Sul', deleted: true } };
    const ended = { ...grant, ended: true, validUntil: '2026-01-01T00:00:00Z' };
    expect(codes({ grants: [gone, ended] })).toEqual(expect.arrayContaining(['grant_group_deleted', 'grant_user_ended', 'no_path']));
    expect(closing({ grants: [], ...person({ profile: 'admin' }) })).toEqual([]);
    const entrance = { ...person({ withinHours: false, accepted: false, expiresAt: '2026-12-31T03:00:00Z' }) };
    const listed = { tenant: { ...facts.tenant, listsAddresses: true } };
    const asides = of({ ...entrance, ...listed }).lines.filter((line) => line.effect === 'aside' || line.effect === 'door');
    expect(asides.map((line) => line.code)).toEqual(['person_invited', 'person_ends', 'hours_outside', 'address_listed']);
    expect(of({ ...entrance, ...listed }).sees).toBe(true);
  });

  test('mentions the catalog only for users without a grant, and lets its grants pass a group for others', () => {
    expect(codes({ grants: [], catalog: { offered: true, pending: true } })).toContain('catalog_pending');
    expect(codes({ grants: [], catalog: { offered: true, pending: false } })).toContain('catalog_offered');
    expect(codes({ catalog: { offered: true, pending: true } }).some((code) => code.startsWith('catalog'))).toBe(false);
    const places = [{ ...place, chosen: false }];
    expect(closing({ places })).toEqual(['place_closed']);
    expect(closing({ places, grants: [{ ...grant, source: 'catalog' }] })).toEqual([]);
    expect(closing({ places, grants: [{ ...grant, source: 'catalog', ended: true }] })).toContain('place_closed');
  });

  test('names the identity and its source, or what the identity lacks and where it is set', () => {
    const asked = report({ needsIdentity: true });
    const last = (change: Partial<ExplainFacts>) => of({ ...asked, ...change }).lines.at(-1);
    const as = { identity: { kind: 'as' as const, identity: { username: 'Sul', roles: ['Regional'] } } };
    const fixed = { ...grant, id: 'f', identity: { username: 'Sul', roles: [] } };
    expect(last(as)).toMatchObject({ code: 'identity_person', name: 'Sul', change: { kind: 'person' } });
    expect(last({ ...as, grants: [fixed] })).toMatchObject({ code: 'identity_user', change: { kind: 'grant', id: 'f' } });
    expect(last({ ...as, ...report({ needsIdentity: true, openRole: 'Tudo' }) })).toMatchObject({ code: 'identity_open_role' });
    const none = { identity: refused };
    expect(last(none)).toMatchObject({ code: 'identity_missing', name: null, effect: 'closes', change: { kind: 'person' } });
    expect(last({ ...none, ...person({ rlsUsername: 'Sul' }) })).toMatchObject({ code: 'identity_no_roles', name: 'Sul' });
    expect(last({ ...none, grants: [fixed] })).toMatchObject({ code: 'identity_no_roles', change: { kind: 'grant', id: 'f' } });
    const template = { ...fixed, identity: { username: '{{cf_loja}}', roles: [] } };
    expect(last({ ...none, grants: [template] })).toMatchObject({
      code: 'identity_no_value',
      name: '{{cf_loja}}',
      change: { kind: 'person' },
    });
  });
});
