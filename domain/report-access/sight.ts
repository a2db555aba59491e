import type { IdentityAnswer } from '../reports/identity.ts';

/** Through what a person sees a report. */
export type SightPath = { kind: 'administrator' } | { kind: 'user' } | { kind: 'group'; name: string } | { kind: 'everyone' };

/** What one statement tells of a person and a report; the parts of `visibleReport`, each by itself. */
export type SightFacts = {
  active: boolean;
  hidden: boolean;
  groupHidden: boolean;
  groupAudience: boolean;
  granted: boolean;
  expiredAt: string | null;
  maintenance: boolean;
  identity: IdentityAnswer['kind'];
};

export const sightReasons = [
  'person_inactive',
  'report_hidden',
  'group_hidden',
  'not_in_audience',
  'grant_expired',
  'no_grant',
  'maintenance',
  'no_identity',
] as const;
export type SightReason = (typeof sightReasons)[number];

/** Why a person does not see a report now, the nearest cause first; empty when they do (BEHAVIOUR 15, #8). */
export function whyNot(facts: SightFacts): SightReason[] {
  const reasons: [boolean, SightReason][] = [
    [!facts.active, 'person_inactive'],
    [facts.hidden, 'report_hidden'],
    [facts.groupHidden, 'group_hidden'],
    [!facts.groupHidden && !facts.groupAudience, 'not_in_audience'],
    [!facts.granted && facts.expiredAt !== null, 'grant_expired'],
    [!facts.granted && facts.expiredAt === null, 'no_grant'],
    [facts.maintenance, 'maintenance'],
    [facts.granted && facts.identity === 'refused', 'no_identity'],
  ];
  return reasons.filter(([holds]) => holds).map(([, reason]) => reason);
}
