import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RequestRow } from '../../domain/remote-access/contract.ts';
import type { Summary } from '../../domain/remote-access/summary.ts';
import { at, createdAt, tenantId, version } from './columns.ts';
import { relations } from './partner-access.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';
import { users } from './users.ts';

/** Requests to enter a user's session or, as a partner, a unit, and what came of them (BEHAVIOUR 8 and 13). Owned by the unit entered. */
export const remoteRequests = pgTable(
  'remote_requests',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    kind: text('kind').$type<RequestRow['kind']>().notNull(),
    // The asker: a person of this unit or of the partner above. The name is copied, because the unit can't read a partner's people.
    askerHomeId: uuid('asker_home_id').notNull(),
    askerId: uuid('asker_id').notNull(),
    askerSid: uuid('asker_sid'),
    askerName: text('asker_name').notNull(),
    askerFrom: text('asker_from').notNull().default(''),
    // Whose session; null where a partner enters as administrator.
    userId: uuid('user_id'),
    // That person's profile and permissions when the visit was allowed; kept by a trigger.
    profile: text('profile'),
    flags: text('flags').array(),
    reason: text('reason').notNull().default(''),
    ticket: text('ticket'),
    reach: text('reach').$type<RequestRow['reach']>().notNull().default('view'),
    minutes: integer('minutes').notNull(),
    state: text('state').$type<RequestRow['state']>().notNull().default('requested'),
    // Which approvals it needs, and who gave them.
    needsAdmin: boolean('needs_admin').notNull().default(false),
    needsPerson: boolean('needs_person').notNull().default(true),
    adminId: uuid('admin_id'),
    adminAt: at('admin_at'),
    personAt: at('person_at'),
    decidedAt: at('decided_at'),
    refusal: text('refusal'),
    // Hash of the token with which the asker's page waits.
    waitHash: bytes('wait_hash'),
    expiresAt: at('expires_at').notNull(),
    enterBy: at('enter_by'),
    relationId: uuid('relation_id'),
    sessionId: uuid('session_id'),
    // The session in which the person agreed: signing out of it ends the visit.
    personSid: uuid('person_sid'),
    startedAt: at('started_at'),
    endsAt: at('ends_at'),
    endedAt: at('ended_at'),
    endedBy: text('ended_by').$type<RequestRow['endedBy']>(),
    // What was opened and changed during the visit, for the summary: {"pages": […], "changes": […]}.
    summary: jsonb('summary').$type<Summary>().notNull().default({}),
    // When the monthly digest reported it to the unit's administrators.
    digestAt: at('digest_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'remote_requests_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ name: 'remote_requests_admin', columns: [t.tenantId, t.adminId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({
      name: 'remote_requests_relation',
      columns: [t.tenantId, t.relationId],
      foreignColumns: [relations.tenantId, relations.id],
    }),
    check('remote_requests_kind', sql`${t.kind} in ('remote','view','partner')`),
    check('remote_requests_reach', sql`${t.reach} in ('view','act')`),
    check('remote_requests_state', sql`${t.state} in ('requested','authorized','active','refused','expired','cancelled','ended')`),
    uniqueIndex('remote_requests_wait_across').on(t.waitHash),
    uniqueIndex('remote_requests_session_across').on(t.sessionId),
    index('remote_requests_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('remote_requests_user').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
    index('remote_requests_asker').on(t.tenantId, t.askerId, t.createdAt.desc(), t.id.desc()),
    // A partner's own entries into the units below.
    index('remote_requests_partner_across').on(t.askerId, t.createdAt.desc(), t.id.desc()).where(sql`kind = 'partner'`),
    // One request at a time for each asker and person.
    uniqueIndex('remote_requests_once')
      .on(t.tenantId, t.askerId, t.userId)
      .where(sql`state in ('requested','authorized') and kind = 'remote'`),
    // Visits that are under way, of which a change of a user or of settings ends those no longer allowed.
    index('remote_requests_active').on(t.tenantId, t.userId).where(sql`state = 'active'`),
    index('remote_requests_active_asker_across').on(t.askerId).where(sql`state = 'active'`),
    index('remote_requests_person_across').on(t.personSid).where(sql`state = 'active'`),
    index('remote_requests_digest_across').on(t.startedAt).where(sql`kind = 'partner' and started_at is not null and digest_at is null`),
    index('remote_requests_open_across').on(t.expiresAt).where(sql`state in ('requested','authorized','active')`),
  ],
);
