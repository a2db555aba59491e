import type { Profile } from '../access/profile.ts';
import { type IdentityAnswer, identityKeys, type RlsIdentity, usernameFor } from '../reports/identity.ts';
import type { ExplainCode, ExplainTopic, explainAnswers, explainChanges, explainEffects } from './explain-words.ts';
import type { Source } from './limits.ts';
import { refusalFor, type SightFacts, type SightReason, serviceRefusal, whyNot } from './sight.ts';

type Status = 'A' | 'T' | 'B' | 'I' | 'D';

/** A grant for the user, one of their groups, or everyone, whether it is in effect or not. */
export type ExplainedGrant = {
  id: string;
  subject: 'user' | 'group' | 'everyone';
  group: { id: string; name: string; deleted: boolean } | null;
  source: Source;
  validUntil: string | null;
  ended: boolean;
  identity: RlsIdentity | null;
  filters: number;
};
/** The report's group or sub-group; a deleted one hides and limits as before. */
export type ExplainedPlace = {
  kind: 'group' | 'subgroup';
  id: string;
  name: string;
  hidden: boolean;
  deleted: boolean;
  audience: 'everyone' | 'chosen';
  /** The user is among the selected people. */
  chosen: boolean;
};
export type ExplainFacts = {
  sight: SightFacts;
  person: {
    profile: Profile;
    status: Status;
    email: string;
    /** A user without an account was invited at most and can't have signed in. */
    accepted: boolean;
    expiresAt: string | null;
    /** Within the access hours now; null where the user has none. */
    withinHours: boolean | null;
    ipExempt: boolean;
    rlsUsername: string | null;
    rlsRoles: readonly string[];
    values: Readonly<Record<string, string>>;
  };
  tenant: { status: Status; trialEndsAt: string | null; trialOver: boolean; listsAddresses: boolean };
  /** hidden_menu hides the screens that show the report from this user. */
  screenHidden: boolean;
  report: { hidden: boolean; powerbi: boolean; needsIdentity: boolean; openRole: string | null; known: boolean; account: boolean };
  /** The nearest first, in the order in which viewing takes them. */
  grants: readonly ExplainedGrant[];
  catalog: { offered: boolean; pending: boolean };
  places: readonly ExplainedPlace[];
  /** Windows that cover the report now. */
  windows: readonly { id: string; title: string; until: string; sparesAdministrators: boolean }[];
  identity: IdentityAnswer;
  /** The service's last answer to this identity; null where it accepted it or was never asked. */
  refusal: { at: string; words: string } | null;
};

/** `opens` and `closes` decide; `door` affects signing in, not the report; `aside` has no effect and is listed anyway. */
type ExplainEffect = (typeof explainEffects)[number];
/** Where an administrator changes it; the id is null where it is the user's or the report's own. */
type ExplainChange = { kind: (typeof explainChanges)[number]; id: string | null };
type ExplainLine = {
  topic: ExplainTopic;
  code: ExplainCode;
  effect: ExplainEffect;
  /** The names in the sentence. */
  name: string | null;
  until: string | null;
  change: ExplainChange | null;
};
type ViewingAnswer = (typeof explainAnswers)[number];
export type Explanation = {
  sees: boolean;
  /** The error code that this user gets when viewing; null where it opens. */
  answer: ViewingAnswer | null;
  reasons: SightReason[];
  lines: ExplainLine[];
  identity: RlsIdentity | null;
  /** How many filters the nearest grant applies to the report. */
  filters: number;
};

type More = Partial<Pick<ExplainLine, 'name' | 'until' | 'change'>>;
const line = (topic: ExplainTopic, code: ExplainCode, effect: ExplainEffect, more: More = {}): ExplainLine => ({
  ...{ topic, code, effect, name: null, until: null, change: null },
  ...more,
});
const ofPerson: ExplainChange = { kind: 'person', id: null };
const ofReport: ExplainChange = { kind: 'report', id: null };
const lives = (status: Status) => status === 'A' || status === 'T';
const isOpen = ({ status, trialOver }: ExplainFacts['tenant']) => status === 'A' || (status === 'T' && !trialOver);

/**
 * Why a user sees a report or doesn't (BEHAVIOUR 15, row 8). The verdict comes from the rules that viewing uses; the lines name every path
 * and every obstacle. A line that closes exists if and only if viewing is refused.
 */
export function explain(facts: ExplainFacts): Explanation {
  const answer = getAnswer(facts);
  return {
    sees: answer === null,
    answer,
    reasons: whyNot(facts.sight),
    lines: [
      ...standing(facts),
      ...shelves(facts),
      ...paths(facts),
      ...walls(facts),
      ...atService(facts),
      identityLine(facts),
      ...refusalLine(facts),
    ],
    identity: facts.identity.kind === 'as' ? facts.identity.identity : null,
    filters: getNearest(facts)?.filters ?? 0,
  };
}

/** The checks at sign-in, in the order in which a call meets them. */
function getAnswer({ tenant, screenHidden, sight, report }: ExplainFacts): ViewingAnswer | null {
  if (!isOpen(tenant)) return 'tenant_blocked';
  if (!sight.active) return 'user_blocked';
  if (screenHidden) return 'function_disabled';
  return refusalFor(sight) ?? (report.powerbi ? serviceRefusal(report) : null);
}

function standing({ tenant, person, screenHidden, report }: ExplainFacts): ExplainLine[] {
  const { expiresAt, withinHours } = person;
  const hours = withinHours === null ? 'hours_none' : withinHours ? 'hours_within' : 'hours_outside';
  const address = !tenant.listsAddresses ? 'address_any' : person.ipExempt ? 'address_exempt' : 'address_listed';
  const unit = !isOpen(tenant) ? 'tenant_closed' : tenant.status === 'T' ? 'tenant_trial' : 'tenant_open';
  return [
    line('tenant', unit, unit === 'tenant_closed' ? 'closes' : 'opens', { until: unit === 'tenant_open' ? null : tenant.trialEndsAt }),
    line('person', `person_${person.status}`, lives(person.status) ? 'opens' : 'closes', { change: ofPerson }),
    ...(lives(person.status) && !person.accepted ? [line('person', 'person_invited', 'aside', { change: ofPerson })] : []),
    ...(lives(person.status) && expiresAt ? [line('person', 'person_ends', 'aside', { until: expiresAt, change: ofPerson })] : []),
    line('hours', hours, 'door', { change: ofPerson }),
    line('address', address, 'door', { change: address === 'address_any' ? null : ofPerson }),
    line('screen', screenHidden ? 'screen_hidden' : 'screen_shown', screenHidden ? 'closes' : 'opens', {
      change: { kind: 'menu', id: null },
    }),
    line('report', report.hidden ? 'report_hidden' : 'report_shown', report.hidden ? 'closes' : 'opens', { change: ofReport }),
  ];
}

function shelves({ places, person, grants }: ExplainFacts): ExplainLine[] {
  if (places.length === 0) return [line('group', 'place_none', 'opens', { change: ofReport })];
  // Reports granted through the catalog are visible even if their group is for others (docs/decisions/0006).
  const byCatalog = grants.some((grant) => grant.source === 'catalog' && grant.subject === 'user' && !grant.ended);
  return places.map((place) => {
    const change = place.deleted ? ofReport : { kind: place.kind, id: place.id };
    const told = (code: ExplainCode, effect: ExplainEffect) => line(place.kind, code, effect, { name: place.name, change });
    if (place.hidden) return told('place_hidden', 'closes');
    if (place.audience === 'everyone') return told('place_everyone', 'opens');
    if (person.profile !== 'user') return told('place_administrator', 'opens');
    if (place.chosen) return told('place_chosen', 'opens');
    return byCatalog ? told('place_catalog', 'opens') : told('place_closed', 'closes');
  });
}

function paths({ grants, person, catalog }: ExplainFacts): ExplainLine[] {
  const given = grants.map((grant) => {
    const change: ExplainChange = grant.group ? { kind: 'userGroup', id: grant.group.id } : { kind: 'grant', id: grant.id };
    const more = { name: grant.group?.name ?? null, until: grant.validUntil, change };
    if (grant.group?.deleted) return line('access', 'grant_group_deleted', 'aside', { ...more, change: { kind: 'access', id: null } });
    const code = grant.source === 'catalog' && grant.subject === 'user' ? 'grant_catalog' : (`grant_${grant.subject}` as const);
    if (grant.ended) return line('access', `${code}_ended`, 'aside', { ...more, change: { kind: 'grant', id: grant.id } });
    return line('access', code, 'opens', more);
  });
  if (person.profile !== 'user') return [line('access', 'administrator', 'opens', { change: ofPerson }), ...given];
  if (given.some((each) => each.effect === 'opens')) return given;
  const none = line('access', 'no_path', 'closes', { change: { kind: 'access', id: null } });
  const asked = line('catalog', catalog.pending ? 'catalog_pending' : 'catalog_offered', 'aside', {
    change: { kind: 'catalog', id: null },
  });
  return [...given, none, ...(catalog.pending || catalog.offered ? [asked] : [])];
}

function walls({ windows, person }: ExplainFacts): ExplainLine[] {
  if (windows.length === 0) return [line('maintenance', 'maintenance_none', 'opens')];
  return windows.map((each) => {
    const spared = each.sparesAdministrators && person.profile !== 'user';
    return line('maintenance', spared ? 'maintenance_spared' : 'maintenance_on', spared ? 'aside' : 'closes', {
      name: each.title,
      until: each.until,
      change: { kind: 'window', id: each.id },
    });
  });
}

function atService({ report }: ExplainFacts): ExplainLine[] {
  if (!report.powerbi) return [];
  const refusal = serviceRefusal(report);
  if (refusal === null) return [line('service', 'service_ready', 'opens')];
  return refusal === 'report_missing_at_service'
    ? [line('service', 'service_missing', 'closes', { change: ofReport })]
    : [line('service', 'service_account', 'closes', { change: { kind: 'account', id: null } })];
}

/** A refusal is shown with its time, because the model may have been fixed since: trying as the user asks the service again. */
function refusalLine({ refusal, grants }: ExplainFacts): ExplainLine[] {
  if (!refusal) return [];
  const nearest = grants.find((grant) => !grant.ended && !grant.group?.deleted);
  const change: ExplainChange = nearest?.identity ? { kind: 'grant', id: nearest.id } : ofPerson;
  return [line('identity', 'identity_refused', 'closes', { name: refusal.words || null, until: refusal.at, change })];
}

/** The grant that decides the identity: the nearest one in effect. */
const getNearest = ({ grants }: ExplainFacts) => grants.find((grant) => !grant.ended && !grant.group?.deleted);

function identityLine(facts: ExplainFacts): ExplainLine {
  const { report, identity, person } = facts;
  if (!report.powerbi || !report.needsIdentity) return line('identity', 'identity_unasked', 'opens');
  if (report.openRole && identity.kind === 'as')
    return line('identity', 'identity_open_role', 'opens', { name: report.openRole, change: ofReport });
  const nearest = getNearest(facts);
  const fixed = nearest?.identity ?? null;
  const change: ExplainChange = fixed && nearest ? { kind: 'grant', id: nearest.id } : ofPerson;
  if (identity.kind === 'as')
    return line('identity', fixed && nearest ? `identity_${nearest.subject}` : 'identity_person', 'opens', {
      name: identity.identity.username,
      change,
    });
  const template = (fixed ? fixed.username : (person.rlsUsername ?? '')).trim();
  const username = usernameFor(template, person).trim();
  const lacksValue = !username && identityKeys(template).length > 0;
  const code = username ? 'identity_no_roles' : lacksValue ? 'identity_no_value' : 'identity_missing';
  return line('identity', code, 'closes', { name: template || null, change: lacksValue ? ofPerson : change });
}
