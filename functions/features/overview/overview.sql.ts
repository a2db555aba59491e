import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { serverFailures } from '../../../domain/mail/delivery.ts';
import type { OverviewEntry } from '../../../domain/overview/contract.ts';
import { type AccountViewer, accountVisible } from '../bi-accounts/index.ts';
import { unreviewed } from '../custom-fields/index.ts';
import { skippingDisplays } from '../playlists/index.ts';
import { lacksIdentity } from '../report-access/index.ts';

/** How many items of one kind are listed by name. */
const maxNamed = 5;
const maxCounted = 1_000;
const secretDays = 30;
const unansweredDays = 7;
const importDays = 30;
const activeDays = 30;
const mailDays = 7;

/** `count` is set if the row stands for several things. */
export type Named = { id: string; name: string; at?: string | null; count?: number };
export type Entry = {
  id: string;
  unit_id: string;
  unit: string;
  asked: string;
  state: OverviewEntry['state'];
  person: string | null;
  allowed_by: string | null;
  refusal: string | null;
  started_at: string | null;
  until: string | null;
};
type Below = { units: number; people: number; trials: Named[]; seats: Named[]; invited: Named[]; entries: Entry[] };

const failing = sql`(a.tested @> '[{"outcome": "failed"}]')`;
const some = (from: SQL): SQL => sql`(select count(*)::int from (select ${from} limit ${maxCounted}) c)`;
const person = sql`x.deleted_at is null and x.seat is null`;
const acts = sql`x.status in ('A', 'T')`;
const list = (rows: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(to_jsonb(n) order by n.at, n.id), '[]') from (${rows} limit ${maxNamed}) n)`;
const within = (days: number): SQL => sql`make_interval(days => ${days})`;

const factRows = raw('overview.facts', {
  users_used: 'int4',
  user_limit: 'int4?',
  status: 'text',
  trial_ends_at: 'timestamptz?',
  accounts: 'int4',
  working: 'int4',
  workspaces: 'int4',
  reports: 'int4',
  others: 'int4',
  recent: 'int4',
  own_theme: 'bool',
  requests: 'int4',
  remote: 'int4',
  unidentified: 'int4',
  invited: 'int4',
  tasks: 'int4',
  displays: 'int4',
  values: 'int4',
  mail: typed<Named[]>('jsonb'),
  secrets: typed<Named[]>('jsonb'),
  failing: typed<Named[]>('jsonb'),
  imports: typed<Named[]>('jsonb'),
});

/** Mails that the tenant's own server failed to take since it last took one or its settings were last tested. */
const failingServer = sql`select s.tenant_id as id, s.host as name, count(*)::int as count, max(f.created_at) as at
  from mail_servers s cross join lateral (select m.created_at, m.via, m.failure from mails m
      where m.state = 'failed' and m.created_at > app.now() - ${within(mailDays)} order by m.created_at desc limit ${maxCounted}) f
  where s.enabled and f.via = 'tenant' and f.failure in (${sql.join(
    serverFailures.map((each) => sql`${each}`),
    sql`, `,
  )})
    and f.created_at > coalesce(s.verified_at, '-infinity') and f.created_at > coalesce((select max(l.created_at)
      from (select m.created_at, m.via from mails m where m.state = 'sent' order by m.created_at desc limit ${maxCounted}) l
      where l.via = 'tenant'), '-infinity')
  group by s.tenant_id, s.host`;

/** Which of the things that wait the caller may act on. */
export type Acting = { tasks: boolean; displays: boolean; values: boolean; mail: boolean };

/** The counts of the tenant, and what waits for action. */
export function readFacts(db: Db, viewer: AccountViewer, acting: Acting) {
  const me = sql`${viewer.userId}::uuid`;
  const accounts = sql`service_accounts a where ${accountVisible(viewer)} and not a.disabled`;
  const working = sql`a.tested is not null and not ${failing}`;
  const remote = sql`q.state = 'requested' and q.expires_at > app.now() and q.needs_admin and q.admin_at is null and q.asker_id <> ${me}`;
  const invited = sql`x.account_id is null and x.last_sign_in_at is null and x.invited_at < app.now() - ${within(unansweredDays)}`;
  const ending = sql`a.secret_ends_at <= app.now() + ${within(secretDays)}`;
  const failed = sql`i.state = 'done' and i.failed > 0 and i.created_at > app.now() - ${within(importDays)}`;
  return factRows(
    db,
    sql`select t.users_used, t.user_limit, t.status, t.trial_ends_at,
      ${some(sql`from ${accounts}`)} as accounts, ${some(sql`from ${accounts} and ${working}`)} as working,
      ${some(sql`from workspaces`)} as workspaces, ${some(sql`from reports`)} as reports,
      ${some(sql`from users x where ${person} and x.id <> ${me}`)} as others,
      ${some(sql`from users x where ${person} and x.last_sign_in_at > app.now() - ${within(activeDays)}`)} as recent,
      exists (select from themes h where h.published) as own_theme,
      ${some(sql`from catalog_requests q where q.state = 'pending' and q.user_id <> ${me}`)} as requests,
      ${some(sql`from remote_requests q where ${remote}`)} as remote,
      ${some(sql`from users x where ${person} and ${acts} and ${lacksIdentity(sql`x`)}`)} as unidentified,
      ${some(sql`from users x where ${person} and ${acts} and ${invited}`)} as invited,
      ${acting.tasks ? some(sql`from tasks k where k.state = 'suspended'`) : sql`0`} as tasks,
      ${acting.displays ? some(sql`from ${skippingDisplays}`) : sql`0`} as displays,
      ${acting.values ? some(sql`from ${unreviewed}`) : sql`0`} as values,
      ${acting.mail ? list(failingServer) : sql`'[]'::jsonb`} as mail,
      ${list(sql`select a.id, a.name, a.secret_ends_at as at from ${accounts} and ${ending} order by a.secret_ends_at`)} as secrets,
      ${list(sql`select a.id, a.name, a.tested_at as at from ${accounts} and ${failing} order by a.tested_at`)} as failing,
      ${list(sql`select i.id, i.name, i.failed as count, i.ended_at as at
        from user_imports i where ${failed} order by i.created_at desc`)} as imports
    from tenants t where t.id = (select app.tenant_id())`,
  );
}

const belowRows = raw('overview.below', { below: typed<Below | null>('jsonb?') });
/** The units that a partner manages; null if it has none. */
export const readBelow = (db: Db, above: boolean) =>
  belowRows(db, above ? sql`select app.partner_overview(${maxNamed}::int) as below` : sql`select null::jsonb as below`);
