import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import type { Enterable, Relation } from '../../../domain/partner-access/contract.ts';
import type { State } from '../../../domain/remote-access/wait-contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { tell } from '../notifications/index.ts';

// Database functions decide here, because this tenant can't read the relation between a partner and a unit.

const relations = raw('partner_access.relations', {
  id: 'uuid',
  partner: 'text',
  role: typed<Relation['role']>('text'),
  verify: 'bool',
  status: typed<Relation['status']>('text'),
  until: 'timestamptz?',
  standing_until: 'timestamptz?',
  set_by: 'text?',
  inside: 'int4',
  version: 'int4',
});
export const readPartnerRelations = (db: Db) =>
  relations(db, sql`select id, partner, role, verify, status, until, standing_until, set_by, inside, version from app.partner_relations()`);

type RelationChange = { id: string; version: number; action: string; verify: boolean; hours: number };
const setRelation = raw('partner_access.set_relation', { state: typed<'ok' | 'none' | 'changed'>('text') });
export const writeRelation = (db: Db, { address, requestId }: SessionContext, { id, version, action, verify, hours }: RelationChange) =>
  setRelation(
    db,
    sql`select app.set_partner_relation(${id}::uuid, ${version}::int, ${action}, ${String(verify)}::boolean, ${hours}::int,
      ${address}, ${requestId}) as state`,
  );

const units = raw('partner_access.units', {
  id: 'uuid',
  name: 'text',
  role: typed<Enterable['role']>('text'),
  verify: 'bool',
  status: typed<Enterable['status']>('text'),
  entered_at: 'timestamptz?',
});
export const readUnits = (db: Db, search: string, most: number) =>
  units(db, sql`select id, name, role, verify, status, entered_at from app.partner_units(${search}, ${most}::int)`);

const people = raw('partner_access.people', { id: 'uuid', name: 'text', email: 'text' });
export const readPeople = (db: Db, unitId: string, search: string) =>
  people(db, sql`select id, name, email from app.partner_people(${unitId}::uuid, ${search})`);

const home = raw('partner_access.home', { host: 'text?' });
export const readPartnerHome = (db: Db, sid: string) => home(db, sql`select host from app.partner_home(${sid}::uuid)`);

export type Wish = {
  company: string;
  user?: string | undefined;
  reason: string;
  ticket: string;
  reach: 'view' | 'act';
};
type Secrets = { waitHash: string; ticketHash: string };
export type SwitchState = 'ok' | 'wait' | 'none' | 'closed' | 'role' | 'person' | 'verify';
const start = raw('partner_access.switch', { state: typed<SwitchState>('text'), host: 'text?' });
/** Checks the relation, records the request, notifies the people who must approve it and, if no approval is needed, creates the ticket. */
export const writeSwitch = (
  db: Db,
  { session, address, requestId }: SessionContext,
  { company, user, reason, ticket, reach, minutes, atOnce, waitHash, ticketHash }: Wish & Secrets & { minutes: number; atOnce: boolean },
) =>
  start(
    db,
    sql`select state, host from app.partner_switch(${session.sid}::uuid, ${company}::uuid, ${user ?? null}::uuid, ${reason},
      ${ticket || null}, ${reach}, ${minutes}::int, ${String(atOnce)}::boolean, ${waitHash}::bytea, ${ticketHash}::bytea,
      ${address}, ${requestId})`,
  );

const enter = raw('partner_access.enter', { state: typed<State>('text'), host: 'text?' });
export const writeEntry = (db: Db, sid: string, { waitHash, ticketHash }: Secrets) =>
  enter(db, sql`select state, host from app.switch_enter(${waitHash}::bytea, ${sid}::uuid, ${ticketHash}::bytea)`);

const dueMonths = raw('partner_access.due_months', { tenant_id: 'uuid', begins: 'timestamptz' });
export const readDueMonths = (db: Db, most: number) => dueMonths(db, sql`select tenant_id, begins from app.due_partner_months(${most})`);

const tellMonth = raw('partner_access.tell_month', {});
/** Marks the sessions that began before a given time and notifies the administrators of them. */
export const tellSessionsBefore = (db: Db, begins: string) =>
  tellMonth(
    db,
    sql`with w as (update remote_requests q set digest_at = app.now()
        where q.kind = 'partner' and q.started_at < ${begins}::timestamptz and q.digest_at is null returning q.*),
      m as (select count(*)::int as n, string_agg(distinct w.asker_from, ', ') as partners,
          ceil(sum(extract(epoch from coalesce(w.ended_at, w.ends_at, w.started_at) - w.started_at)) / 60)::int as minutes,
          to_char(max(w.started_at at time zone t.zone), 'YYYY-MM') as month
        from w, tenants t where t.id = (select app.tenant_id()) having count(*) > 0),
      ${tell('told', {
        people: sql`select u.id as user_id from users u, m where u.profile = 'admin' and u.seat is null and u.deleted_at is null`,
        kind: 'partner_month',
        vars: sql`(select jsonb_build_object('partners', m.partners, 'month', m.month, 'count', m.n, 'minutes', m.minutes) from m)`,
        link: sql`'/remote/authorization'`,
      })} select`,
  );
