import type { Profile } from '../access/profile.ts';
import type { IdentityAnswer, RlsIdentity } from '../reports/identity.ts';
import { type SightFacts, type SightReason, whyNot } from './sight.ts';

/** A grant that names the person, a group of his, or everyone, whether it leads anywhere or not. */
export type ExplainedGrant = {
  id: string;
  subject: 'user' | 'group' | 'everyone';
  group: { id: string; name: string; deleted: boolean } | null;
  source: string;
  validUntil: string | null;
  ended: boolean;
  identity: RlsIdentity | null;
  filters: number;
};
/** The group or sub-group in which the report stands. */
export type ExplainedPlace = {
  kind: 'group' | 'subgroup';
  id: string;
  name: string;
  hidden: boolean;
  deleted: boolean;
  audience: 'everyone' | 'chosen';
  /** The person is among those chosen. */
  chosen: boolean;
};
export type ExplainFacts = {
  sight: SightFacts;
  person: {
    profile: Profile;
    status: 'A' | 'T' | 'B' | 'I' | 'D';
    expiresAt: string | null;
    expired: boolean;
    /** Within the weekly hours now; null where the person has none. */
    withinHours: boolean | null;
    ipExempt: boolean;
    rlsUsername: string | null;
    rlsRoles: readonly string[];
  };
  tenant: { status: 'A' | 'T' | 'B' | 'I' | 'D' };
  report: { hidden: boolean; powerbi: boolean; needsIdentity: boolean; needsRoles: boolean; openRole: string | null };
  /** The nearest first, as viewing takes them. */
  grants: readonly ExplainedGrant[];
  places: readonly ExplainedPlace[];
  /** Windows that cover the report now. */
  windows: readonly { id: string; title: string; until: string; sparesAdministrators: boolean }[];
  identity: IdentityAnswer;
};

export const explainTopics = [
  'tenant',
  'person',
  'hours',
  'address',
  'report',
  'group',
  'subgroup',
  'access',
  'maintenance',
  'identity',
] as const;
export type ExplainTopic = (typeof explainTopics)[number];
/** `opens` and `closes` decide; `aside` leads nowhere or is not asked yet, and is told all the same. */
export type ExplainEffect = 'opens' | 'closes' | 'aside';
export type ExplainLine = {
  topic: ExplainTopic;
  code: string;
  effect: ExplainEffect;
  /** What the sentence names. */
  name: string | null;
  until: string | null;
  /** Where it can be changed: a person, a report's access, a group of people, a group of reports, a window, or the report itself. */
  change: { kind: 'person' | 'access' | 'userGroup' | 'group' | 'subgroup' | 'window' | 'report'; id: string | null } | null;
};
export type Explanation = {
  sees: boolean;
  reasons: SightReason[];
  lines: ExplainLine[];
  identity: RlsIdentity | null;
  from: string | null;
};

const line = (topic: ExplainTopic, code: string, effect: ExplainEffect, more: Partial<ExplainLine> = {}): ExplainLine => ({
  ...{ topic, code, effect, name: null, until: null, change: null },
  ...more,
});

/**
 * Why a person sees a report or does not (BEHAVIOUR 15, row 8). The verdict is `whyNot`, the rule of who sees a report; the lines
 * name every path and every wall in the order in which viewing asks about them.
 */
export function explain(facts: ExplainFacts): Explanation {
  const reasons = whyNot(facts.sight);
  return {
    sees: reasons.length === 0,
    reasons,
    lines: [...standing(facts), ...shelves(facts), ...paths(facts), ...walls(facts), ...identityLines(facts)],
    identity: facts.identity.kind === 'as' ? facts.identity.identity : null,
    from: identitySource(facts),
  };
}

function standing({ tenant, person, report }: ExplainFacts): ExplainLine[] {
  const lives = (status: string) => status === 'A' || status === 'T';
  const hours =
    person.withinHours === null
      ? line('hours', 'hours_none', 'aside', { change: { kind: 'person', id: null } })
      : line('hours', person.withinHours ? 'hours_within' : 'hours_outside', 'aside', { change: { kind: 'person', id: null } });
  return [
    line('tenant', `tenant_${tenant.status}`, lives(tenant.status) ? 'opens' : 'closes'),
    line('person', `person_${person.status}`, lives(person.status) ? 'opens' : 'closes', {
      until: person.expiresAt,
      change: { kind: 'person', id: null },
    }),
    hours,
    line('address', person.ipExempt ? 'address_exempt' : 'address_asked', 'aside', { change: { kind: 'person', id: null } }),
    line('report', report.hidden ? 'report_hidden' : 'report_shown', report.hidden ? 'closes' : 'opens', {
      change: { kind: 'report', id: null },
    }),
  ];
}

function shelves({ places, person, grants }: ExplainFacts): ExplainLine[] {
  const byCatalog = grants.some((grant) => grant.source === 'catalog' && grant.subject === 'user' && !grant.ended);
  return places.map((place) => {
    const change = { kind: place.kind, id: place.id };
    const told = (code: string, effect: ExplainEffect) => line(place.kind, code, effect, { name: place.name, change });
    if (place.hidden) return told('place_hidden', 'closes');
    if (place.audience === 'everyone') return told('place_everyone', 'opens');
    if (person.profile !== 'user') return told('place_administrator', 'opens');
    if (place.chosen) return told('place_chosen', 'opens');
    return byCatalog ? told('place_catalog', 'opens') : told('place_closed', 'closes');
  });
}

function paths({ grants, person }: ExplainFacts): ExplainLine[] {
  const change = { kind: 'access' as const, id: null };
  const given = grants.map((grant) => {
    const code = grant.source === 'catalog' ? `catalog_${grant.subject}` : `grant_${grant.subject}`;
    const more = { name: grant.group?.name ?? null, until: grant.validUntil };
    if (grant.group?.deleted)
      return line('access', 'grant_group_deleted', 'aside', { ...more, change: { kind: 'userGroup', id: grant.group.id } });
    if (grant.ended) return line('access', `${code}_ended`, 'aside', { ...more, change });
    return line('access', code, 'opens', { ...more, change: grant.group ? { kind: 'userGroup', id: grant.group.id } : change });
  });
  if (person.profile !== 'user') return [line('access', 'administrator', 'opens', { change: { kind: 'person', id: null } }), ...given];
  return given.some((each) => each.effect === 'opens') ? given : [...given, line('access', 'no_path', 'closes', { change })];
}

const walls = ({ windows, person }: ExplainFacts): ExplainLine[] =>
  windows.map((window) => {
    const spared = window.sparesAdministrators && person.profile !== 'user';
    return line('maintenance', spared ? 'maintenance_spared' : 'maintenance', spared ? 'aside' : 'closes', {
      name: window.title,
      until: window.until,
      change: { kind: 'window', id: window.id },
    });
  });

function identitySource({ grants, report, identity }: ExplainFacts): string | null {
  if (identity.kind !== 'as') return null;
  if (report.openRole) return 'open_role';
  const nearest = grants.find((grant) => !grant.ended && !grant.group?.deleted);
  return nearest?.identity ? `grant_${nearest.subject}` : 'person';
}

function identityLines(facts: ExplainFacts): ExplainLine[] {
  const { report, identity, person, grants } = facts;
  if (!report.powerbi || !report.needsIdentity) return [line('identity', 'identity_unasked', 'opens')];
  if (identity.kind === 'as') return [line('identity', `identity_${identitySource(facts)}`, 'opens', { name: identity.identity.username })];
  const fixed = grants.find((grant) => !grant.ended && !grant.group?.deleted)?.identity;
  const username = fixed ? fixed.username : person.rlsUsername;
  const code = username?.trim() ? 'identity_no_roles' : 'identity_missing';
  const change = fixed ? ({ kind: 'access', id: null } as const) : ({ kind: 'person', id: null } as const);
  return [line('identity', code, 'closes', { name: username, change })];
}
