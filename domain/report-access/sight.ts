import type { ErrorCode } from '../errors/catalogue.ts';
import type { IdentityAnswer } from '../reports/identity.ts';

/** The result of one statement about a user and a report: the parts of `visibleReport`, separately. */
export type SightFacts = {
  active: boolean;
  hidden: boolean;
  groupHidden: boolean;
  groupAudience: boolean;
  granted: boolean;
  expiredAt: string | null;
  maintenance: boolean;
  identity: IdentityAnswer['kind'];
  /** The identity has a name and only lacks the role that the model requires. */
  lacksRole?: boolean;
  /** The service refused this identity when it was last asked. Viewing asks again, so only explanations and lists use this. */
  serviceRefused?: boolean;
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
  'no_role',
  'service_refused',
] as const;
export type SightReason = (typeof sightReasons)[number];

/** Why a user doesn't see a report now, the nearest cause first; empty when they do (BEHAVIOUR 15, #8). */
export function whyNot(facts: SightFacts): SightReason[] {
  const reasons: [boolean, SightReason][] = [
    [!facts.active, 'person_inactive'],
    [facts.hidden, 'report_hidden'],
    [facts.groupHidden, 'group_hidden'],
    [!facts.groupHidden && !facts.groupAudience, 'not_in_audience'],
    [!facts.granted && facts.expiredAt !== null, 'grant_expired'],
    [!facts.granted && facts.expiredAt === null, 'no_grant'],
    [facts.maintenance, 'maintenance'],
    [facts.granted && facts.identity === 'refused' && !facts.lacksRole, 'no_identity'],
    [facts.granted && facts.identity === 'refused' && facts.lacksRole === true, 'no_role'],
    [facts.granted && facts.serviceRefused === true, 'service_refused'],
  ];
  return reasons.filter(([holds]) => holds).map(([, reason]) => reason);
}

/** What viewing answers for each cause: a report that isn't this user's looks like a missing one (ARCHITECTURE 3). */
const answers = {
  person_inactive: 'user_blocked',
  report_hidden: 'not_found',
  group_hidden: 'not_found',
  not_in_audience: 'not_found',
  grant_expired: 'not_found',
  no_grant: 'not_found',
  maintenance: 'report_in_maintenance',
  no_identity: 'rls_identity_missing',
  no_role: 'rls_identity_missing',
  service_refused: 'report_identity_refused',
} as const satisfies Record<SightReason, ErrorCode>;
export type SightRefusal = (typeof answers)[SightReason];

/** What viewing answers a user, by the nearest cause; null lets them see. Viewing and its explanation both use it. */
export function refusalFor(facts: SightFacts): SightRefusal | null {
  const [nearest] = whyNot(facts);
  return nearest ? answers[nearest] : null;
}

/** What the portal already knows to be missing at the report service, before it asks there. */
export function serviceRefusal({ known, account }: { known: boolean; account: boolean }) {
  if (!known) return 'report_missing_at_service' as const;
  return account ? null : ('report_account_refused' as const);
}
