import { describe, expect, test } from 'vitest';
import { type ExplainFacts, explain } from './explain.ts';
import { whyNot } from './sight.ts';

const facts: ExplainFacts = {
  sight: {
    ...{ active: true, hidden: false, groupHidden: false, groupAudience: true, granted: true, expiredAt: null },
    ...{ maintenance: false, identity: 'none' },
  },
  person: {
    ...{ profile: 'user', status: 'A', expiresAt: null, expired: false, withinHours: null, ipExempt: false },
    ...{ rlsUsername: null, rlsRoles: [] },
  },
  tenant: { status: 'A' },
  report: { hidden: false, powerbi: true, needsIdentity: false, needsRoles: false, openRole: null },
  grants: [{ id: 'g', subject: 'user', group: null, source: 'manual', validUntil: null, ended: false, identity: null, filters: 0 }],
  places: [],
  windows: [],
  identity: { kind: 'none' },
};
const codes = (change: Partial<ExplainFacts>) => explain({ ...facts, ...change }).lines.map((line) => line.code);
const closing = (change: Partial<ExplainFacts>) =>
  explain({ ...facts, ...change })
    .lines.filter((line) => line.effect === 'closes')
    .map((line) => line.code);

describe('the explanation', () => {
  test('goes through every question in the order of viewing', () => {
    expect(codes({})).toEqual([
      ...['tenant_A', 'person_A', 'hours_none', 'address_asked', 'report_shown', 'grant_user', 'identity_unasked'],
    ]);
    expect(explain(facts)).toMatchObject({ sees: true, reasons: [], identity: null });
  });

  test('has the verdict of the rule of viewing, and a line that closes wherever it is a refusal', () => {
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
                  report: { ...facts.report, hidden, needsIdentity: !identified },
                  grants: granted ? facts.grants : [],
                  places: [{ kind: 'group', id: 'p', name: 'P', hidden: placeHidden, deleted: false, audience: 'chosen', chosen }],
                  windows: maintained ? [{ id: 'w', title: 'W', until: '2026-12-01T00:00:00Z', sparesAdministrators: false }] : [],
                  identity: identified ? { kind: 'none' } : { kind: 'refused', code: 'rls_identity_missing' },
                };
                const answer = explain({ ...facts, ...change });
                expect(answer.reasons).toEqual(whyNot(sight));
                expect(answer.sees, JSON.stringify(sight)).toBe(closing(change).length === 0);
              }
  });

  test('says what leads nowhere, and what an administrator needs no path for', () => {
    const grant = facts.grants[0];
    if (!grant) throw new Error('no grant');
    const gone = { ...grant, subject: 'group' as const, group: { id: 'q', name: 'Sul', deleted: true } };
    const ended = { ...grant, ended: true, validUntil: '2026-01-01T00:00:00Z' };
    expect(codes({ grants: [gone, ended] })).toEqual(expect.arrayContaining(['grant_group_deleted', 'grant_user_ended', 'no_path']));
    expect(codes({ grants: [], person: { ...facts.person, profile: 'admin' } })).toContain('administrator');
  });
});
