import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { isHiddenCall } from '../../../domain/access/hidden-call.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { type ExplainedGrant, type ExplainedPlace, type ExplainFacts, explain } from '../../../domain/report-access/explain.ts';
import { explainAccess } from '../../../domain/report-access/explain-contract.ts';
import { embedReport, readReport } from '../../../domain/reports/contract.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { type AccessHours, hoursAllow, isBoundByHours } from '../../../domain/users/access-hours.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { coversReport, hiddenPlace, nearestGrantFirst, reportsWithPlace } from '../reports/index.ts';
import { getSource, identityOfRow, rowColumns, rowShape, sightOfRow } from './sight-rows.ts';

type Status = ExplainFacts['person']['status'];
const readFacts = raw('report_access.explain', {
  ...rowShape,
  report_id: 'uuid',
  title: 'text',
  kind: typed<'powerbi' | 'external'>('text'),
  known: 'bool',
  account: 'bool',
  offered: 'bool',
  pending: 'bool',
  profile: typed<Profile>('text'),
  flags: 'text[]',
  status: typed<Status>('text'),
  accepted: 'bool',
  expires_at: 'timestamptz?',
  access_hours: typed<AccessHours>('jsonb?'),
  ip_exempt: 'bool',
  tenant_status: typed<Status>('text'),
  trial_ends_at: 'timestamptz?',
  zone: 'text',
  settings: typed<Partial<SettingsForm> | null>('jsonb?'),
});
const grantShape = {
  id: 'uuid',
  subject: typed<ExplainedGrant['subject']>('text'),
  source: typed<ExplainedGrant['source']>('text'),
  valid_until: 'timestamptz?',
  ended: 'bool',
  identity: typed<ExplainedGrant['identity']>('jsonb?'),
  filters: 'int4',
  group_id: 'uuid?',
  group_name: 'text?',
  group_deleted: 'bool?',
} as const;
const readGrants = raw('report_access.explain_grants', grantShape);
const readPlaces = raw('report_access.explain_places', {
  n: 'int4',
  kind: typed<ExplainedPlace['kind']>('text'),
  id: 'uuid',
  name: 'text',
  hidden: 'bool',
  deleted: 'bool',
  audience: typed<ExplainedPlace['audience']>('text'),
  chosen: 'bool',
});
const readWindows = raw('report_access.explain_windows', { id: 'uuid', title: 'text', ends_at: 'timestamptz', except_admin: 'bool' });

/** One user, one report: the facts for the visibility rule, and everything they derive from. */
export const explainOneAccess = bind(explainAccess, async ({ user, report }, ctx) => {
  const now = ctx.clock.now();
  const [found, grants, places, windows] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) =>
    getParts(db, sql`${user}::uuid`, sql`${report}::uuid`),
  );
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  const { ip, listIp } = mergeSettings(row.settings);
  const identity = identityOfRow(row);
  const call = row.kind === 'external' ? readReport : embedReport;
  const explanation = explain({
    sight: sightOfRow(row, identity),
    person: {
      profile: row.profile,
      status: row.status,
      email: row.email,
      accepted: row.accepted,
      expiresAt: isoOrNull(row.expires_at),
      withinHours:
        row.access_hours && isBoundByHours(row.profile, row.flags) ? hoursAllow(row.access_hours, new Date(now), row.zone) : null,
      ipExempt: row.ip_exempt,
      rlsUsername: row.rls_username,
      rlsRoles: row.rls_roles,
      values: row.identity_values,
    },
    tenant: {
      status: row.tenant_status,
      trialEndsAt: isoOrNull(row.trial_ends_at),
      trialOver: row.trial_ends_at !== null && Date.parse(row.trial_ends_at) <= now,
      listsAddresses: isOn(ip) && (listIp ?? []).length > 0,
    },
    // What the unit hides is hidden from everyone in it, so the caller's own list applies to the user too.
    screenHidden: isHiddenCall(call.screens ?? [], { profile: row.profile, flags: row.flags, hidden: ctx.session.hidden }),
    report: {
      hidden: row.hidden,
      powerbi: row.powerbi,
      needsIdentity: row.needs_identity,
      openRole: row.open_role,
      known: row.known,
      account: row.account,
    },
    grants: grants.rows.map(getGrant),
    catalog: { offered: row.offered, pending: row.pending },
    places: places.rows,
    windows: windows.rows.map(({ id, title, ends_at, except_admin }) => ({
      id,
      title,
      until: new Date(ends_at).toISOString(),
      sparesAdministrators: except_admin,
    })),
    identity,
    refusal: identity.kind === 'as' && row.refusal ? { ...row.refusal, at: toIso(row.refusal.at) } : null,
  });
  const { id, name, email, profile, status } = row;
  return {
    person: { id, name, email, profile, status },
    report: { id: row.report_id, title: row.title, kind: row.kind },
    ...explanation,
    serverNow: new Date(now).toISOString(),
  };
});

const getGrant = ({ group_id, group_name, group_deleted, valid_until, ...grant }: RowOf<typeof grantShape>): ExplainedGrant => ({
  ...grant,
  group: group_id ? { id: group_id, name: group_name ?? '', deleted: group_deleted === true } : null,
  validUntil: isoOrNull(valid_until),
});

const placeColumns = (user: SQL) =>
  sql`d.id, d.name, d.hidden, d.deleted_at is not null as deleted, d.audience,
    exists (select from viewers v where v.tenant_id = d.tenant_id and v.target_id = d.id and v.user_id = ${user}) as chosen`;
const account = sql`exists (select from service_accounts a where a.tenant_id = r.tenant_id and a.id = r.account_id and not a.disabled)`;
const atService = sql`(coalesce(r.service_report_id, '') <> '' and coalesce(r.workspace_id, '') <> '' and coalesce(r.embed_url, '') <> '')`;
const pending = sql`exists (select from catalog_requests c
  where c.tenant_id = r.tenant_id and c.report_id = r.id and c.user_id = p.id and c.state = 'pending')`;

const getParts = (db: Db, user: SQL, report: SQL) =>
  [
    readFacts(
      db,
      sql`select ${rowColumns}, r.id as report_id, r.title, r.kind, ${atService} as known, ${account} as account,
          (r.on_catalog and not r.hidden and not ${hiddenPlace}) as offered, ${pending} as pending,
          p.profile, p.flags, p.status, p.account_id is not null as accepted, p.expires_at, p.access_hours, p.ip_exempt,
          t.status as tenant_status, t.trial_ends_at, t.zone, (select s."values" from settings s) as settings
        from ${getSource(sql`p.id = ${user} and p.deleted_at is null`)} join tenants t on t.id = r.tenant_id where r.id = ${report}`,
    ),
    readGrants(
      db,
      sql`select x.id, x.subject, x.source, x.valid_until, coalesce(x.valid_until <= app.now(), false) as ended, x.identity,
          coalesce(jsonb_array_length(x.filters), 0) as filters,
          q.id as group_id, q.name as group_name, q.deleted_at is not null as group_deleted
        from grants x left join user_groups q on q.tenant_id = x.tenant_id and q.id = x.user_group_id
        where x.report_id = ${report} and (x.subject = 'everyone' or x.user_id = ${user} or x.user_group_id in (
          select m.user_group_id from user_group_members m where m.tenant_id = x.tenant_id and m.user_id = ${user}))
        order by ${nearestGrantFirst}`,
    ),
    readPlaces(
      db,
      sql`select * from (select 1 as n, 'group' as kind, ${placeColumns(user)}
          from reports r join groups d on d.tenant_id = r.tenant_id and d.id = r.group_id where r.id = ${report}
        union all select 2 as n, 'subgroup' as kind, ${placeColumns(user)}
          from reports r join subgroups d on d.tenant_id = r.tenant_id and d.id = r.subgroup_id where r.id = ${report}) o
        order by o.n`,
    ),
    readWindows(
      db,
      sql`select m.id, m.title, m.ends_at, m.except_admin from ${reportsWithPlace} join maintenance m on ${coversReport}
        where r.id = ${report} order by m.except_admin, m.ends_at desc, m.id`,
    ),
  ] as const;
