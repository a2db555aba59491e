import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { NoticeAudience, Severity } from '../../domain/notices/fields.ts';
import type { NoticeTexts } from '../../domain/notices/texts.ts';
import type { RichText } from '../../domain/rich-text/tree.ts';
import { at, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** What a tenant posts on its sign-in page or, after sign-in, on home. */
export const notices = pgTable(
  'notices',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    // The same as `body`, without its formatting; a notice without a body shows this.
    text: text('text').notNull(),
    body: jsonb('body').$type<RichText>(),
    // {language: {title, text, body}}; a missing language falls back to the values above, as a whole.
    texts: jsonb('texts').$type<NoticeTexts>().notNull().default({}),
    severity: text('severity').$type<Severity>().notNull().default('info'),
    // On the public sign-in page, where no one can dismiss or acknowledge it; otherwise after sign-in.
    atLogin: boolean('at_login').notNull().default(false),
    audience: jsonb('audience').$type<NoticeAudience>().notNull().default({ type: 'all' }),
    // Also shown in all tenants below.
    audienceBelow: boolean('audience_below').notNull().default(false),
    dismissible: boolean('dismissible').notNull().default(false),
    mustAcknowledge: boolean('must_acknowledge').notNull().default(false),
    startsAt: at('starts_at').notNull().default(sql`app.now()`),
    // Null: until it is withdrawn.
    endsAt: at('ends_at'),
    withdrawnAt: at('withdrawn_at'),
    addedById: uuid('added_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'notices_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    check('notices_severity', sql`${t.severity} in ('info','warning','error')`),
    check('notices_length', sql`${t.endsAt} > ${t.startsAt}`),
    check('notices_answer', sql`not (${t.dismissible} and ${t.mustAcknowledge})`),
    check('notices_login', sql`not ${t.atLogin} or (not ${t.dismissible} and not ${t.mustAcknowledge} and ${t.audience}->>'type' = 'all')`),
    // Those that are shown or planned, however many are over.
    index('notices_open').on(t.tenantId, sql`coalesce(ends_at, 'infinity'::timestamptz)`).where(sql`withdrawn_at is null`),
    index('notices_start').on(t.tenantId, t.startsAt, t.id),
  ],
);

/** What a person did with a notice: of the own tenant, or of one above, which is why the notice is not referenced. */
export const noticeStates = pgTable(
  'notice_states',
  {
    tenantId: tenantId().references(() => tenants.id),
    noticeTenantId: uuid('notice_tenant_id').notNull(),
    noticeId: uuid('notice_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    dismissedAt: at('dismissed_at'),
    acknowledgedAt: at('acknowledged_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.noticeTenantId, t.noticeId, t.userId] }),
    foreignKey({ name: 'notice_states_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('notice_states_person').on(t.tenantId, t.userId),
    index('notice_states_notice_across').on(t.noticeTenantId, t.noticeId),
  ],
);
