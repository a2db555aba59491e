import { query } from '../support/database.ts';
import { always } from './always.ts';
import type { Scene } from './scene.ts';
import { getAddresses, getIds, getZones, ofAccounts, ofUnits, unitName, type Zones } from './zones.ts';

type Session = {
  id: string;
  tenant_id: string;
  user_id: string;
  actor: string | null;
  kind: string;
  vouched: string;
  auth_type: string;
  /** Its person has a second factor, and gave none here within 15 minutes. */
  stale: boolean;
};
export type AuditRow = {
  id: string;
  tenant_id: string;
  user_id: string | null;
  actor_id: string | null;
  what: string;
  row_id: string | null;
  change: Record<string, unknown>;
};
export type State = {
  /** When it was read, by the database's clock. */
  at: string;
  zones: Zones;
  /** The audit log's rows since the state before; `known` are those of all states so far. */
  audit: AuditRow[];
  known: Set<string>;
  sessions: Session[];
  /** Plain users who have signed in by an identifier that an administrator linked. */
  linked: string[];
  /** What must never be (always.ts). */
  broken: string[];
};

/**
 * A walk looks after each of its moves, two thousand times in all: a function keeps its plan for the connection, and making
 * it was half of a look's time.
 */
const look = `create or replace function tests.look(uuid[], uuid[], text[], uuid, timestamptz, uuid, text[], text) returns jsonb
  language plpgsql stable set plan_cache_mode to force_generic_plan as $look$ begin
  return (select to_jsonb(x) from (select clock_timestamp()::text as at,
  (select jsonb_agg(x) from (${ofUnits}) x) as units,
  (select jsonb_agg(x) from (${ofAccounts}) x) as accounts,
  (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'tenant_id', x.tenant_id, 'user_id', x.user_id, 'actor_id', x.actor_id,
      'what', x.what, 'row_id', x.row_id, 'change', x.change)), '[]')
    from audit x where x.tenant_id = any($1) and x.at > $5::timestamptz - interval '2 seconds') as audit,
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'tenant_id', s.tenant_id, 'user_id', s.user_id,
      'actor', (select e.user_id from sessions e where e.id = s.actor_sid), 'kind', s.kind, 'vouched', s.vouched,
      'auth_type', s.auth_type, 'stale', coalesce(s.factor_at < now() - interval '15 minutes', true)
        and exists (select from factors f join users u on u.tenant_id = s.home_id and u.id = s.user_id
          where f.holder in (u.account_id, u.id) and f.kind <> 'recovery'))), '[]')
    from sessions s where s.tenant_id = any($1) and s.revoked_at is null and s.expires_at > now()) as sessions,
  (select coalesce(jsonb_agg(u.id), '[]') from users u where u.tenant_id = any($1) and u.profile = 'user' and exists (select from identities i
    where i.tenant_id = u.tenant_id and i.user_id = u.id and i.linked_by is not null and i.last_at is not null)) as linked,
  (select coalesce(jsonb_agg(concat_ws(' ', i.issuer, i.subject) order by i.issuer, i.subject), '[]')
    from identities i join users u on u.tenant_id = i.tenant_id and u.id = i.user_id
    where i.tenant_id = $4 and i.user_id = $6 and u.email = $8) as bound,
  (select coalesce(jsonb_agg(x.what), '[]') from (${always}) x) as broken) x); end $look$`;

type Read = Pick<State, 'at' | 'sessions' | 'linked' | 'audit' | 'broken'> & { units: []; accounts: []; bound: [] };

/** Reads all that the invariants compare, in one statement; without a state before, it makes the function first. */
export async function readState(scene: Scene, before?: State): Promise<State> {
  if (!before) await query(look);
  const [row] = await query('select tests.look($1, $2, $3, $4, $5, $6, $7, $8) as state', [
    getIds(scene),
    Object.values(scene.people).map(({ id }) => id),
    getAddresses(scene),
    scene.a.id,
    before?.at ?? new Date(0).toISOString(),
    scene.people.anaAtA.id,
    before?.linked ?? [],
    scene.people.anaAtA.email,
  ]);
  const found = row?.state as Read; // because the function names its columns
  const known = before?.known ?? new Set<string>();
  const audit = found.audit.filter(({ id }) => !known.has(id));
  for (const { id } of audit) known.add(id);
  return {
    ...{ at: found.at, sessions: found.sessions, linked: found.linked, broken: found.broken, audit, known },
    zones: { ...getZones(scene, found.units, found.accounts), 'bound:ana': JSON.stringify(found.bound) },
  };
}

/** A unit's audit rows since the state before. */
export const getAudit = (scene: Scene, { audit }: State, unit: string): AuditRow[] =>
  audit.filter(({ tenant_id }) => unitName(scene, tenant_id) === unit);
