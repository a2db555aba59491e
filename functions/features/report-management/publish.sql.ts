import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { refusePublishing } from '../../../domain/report-management/add.ts';
import { maxDescriptionLength, maxTitleLength, titlesInNews } from '../../../domain/report-management/limits.ts';
import { cut } from '../../../domain/text/cut.ts';
import { fold } from '../../../domain/text/fold.ts';
import { normalName } from '../../../domain/text/name.ts';
import type { SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { defaultValues } from '../custom-fields/index.ts';
import { mailing } from '../notifications/index.ts';
import type { Prepared } from './from-service.ts';
import { endOfGroup, getWords, mayAddReports, placeFits } from './write-parts.ts';

export type Placing = { groupId: string | null; subgroupId: string | null; audience: 'everyone' | 'group' | 'nobody' };
export type Publishing = Placing & { accountId: string; workspaceId: string; workspaceName?: string | undefined; tell: boolean };

/** Whether user `u` sees the place: its group and sub-group are not hidden and are for everyone or for this user. */
export function seesPlace({ groupId, subgroupId }: Pick<Placing, 'groupId' | 'subgroupId'>): SQL {
  const sees = (table: SQL, id: string | null) =>
    id === null
      ? sql`true`
      : sql`exists (select from ${table} p where p.id = ${id}::uuid and p.deleted_at is null and not p.hidden
          and (p.audience = 'everyone' or exists (select from viewers v where v.target_id = p.id and v.user_id = u.id)))`;
  return sql`(u.status in ('A','T') and ${sees(sql`groups`, groupId)} and ${sees(sql`subgroups`, subgroupId)})`;
}

/** The people selected for the place, without duplicates; only where the sub-group, or else its group, is for selected people. */
const getChosen = ({ groupId, subgroupId }: Placing) =>
  sql`(select coalesce((select p.id from subgroups p where p.id = ${subgroupId}::uuid and p.audience = 'chosen'),
        (select p.id from groups p where p.id = ${groupId}::uuid and p.audience = 'chosen')))`;

type Incoming = Prepared & { title: string };
const published = raw('managed.publish', {
  ...{ fits: 'bool', allowed: 'bool?', told: 'int4' },
  published: typed<{ id: string; service_id: string; title: string }[]>('jsonb'),
});

const presentIncoming = (report: Incoming, at: number, now: number) => {
  // A name that doesn't show isn't one.
  const title = cut(normalName(report.title) || report.id, maxTitleLength);
  const description = cut(report.description, maxDescriptionLength);
  return {
    id: newId(now + at),
    n: at,
    title,
    sort_key: fold(title) || title.toLowerCase(),
    description,
    service_id: report.id,
    dataset_id: report.datasetId,
    embed_url: report.embedUrl,
    report_type: report.type,
    needs_identity: report.needsIdentity,
    needs_roles: report.needsRoles,
    pages: report.pages,
    words: getWords(title, description),
  };
};

const incomingColumns = sql`id uuid, n int, title text, sort_key text, description text, service_id text, dataset_id text, embed_url text,
        report_type text, needs_identity boolean, needs_roles boolean, pages jsonb, words jsonb`;

/** Whether new reports show when their data was refreshed: the unit's setting `last_update`, by default yes (Spec 3). */
const showsLastUpdate = sql`coalesce((select s."values"->>'last_update' from settings s), 'S') <> 'N'`;

/** The CTEs that write `incoming` where it is valid: `made`, and `w` with what was written; then the workspace and the search words. */
const writeReports = (to: Publishing) => {
  const [group, account] = [sql`${to.groupId}::uuid`, sql`${to.accountId}::uuid`];
  const me = sql`(select app.user_id())`;
  return sql`made as (insert into reports (id, group_id, subgroup_id, title, sort_key, description, kind, account_id, workspace_id,
          service_report_id, dataset_id, embed_url, report_type, needs_identity, needs_roles, restriction, pages, added_by_id, owner_id,
          custom, show_last_update, position)
        select i.id, ${group}, ${to.subgroupId}::uuid, i.title, i.sort_key, i.description, 'powerbi', ${account}, ${to.workspaceId},
          i.service_id, i.dataset_id, i.embed_url, i.report_type, i.needs_identity, i.needs_roles,
          case when i.needs_identity then 'rls' else 'none' end, i.pages, ${me}, ${me}, ${defaultValues('report')}, ${showsLastUpdate},
          ${endOfGroup(to.groupId)} + i.n
        from incoming i, fits where fits.place and fits.allowed and not exists (select from reports r
          where lower(r.workspace_id) = lower(${to.workspaceId}) and lower(r.service_report_id) = lower(i.service_id)) returning id),
      w as (select i.* from incoming i join made on made.id = i.id),
      space as (insert into workspaces (id, account_id, service_id, name, sort_key, added_by_id)
        select gen_random_uuid(), ${account}, ${to.workspaceId}, ${to.workspaceName ?? ''}, ${fold(to.workspaceName ?? '')}, ${me}
        where ${to.workspaceName !== undefined} and exists (select from made) and not exists (select from workspaces k
          where k.account_id = ${account} and lower(k.service_id) = lower(${to.workspaceId})) on conflict do nothing),
      words as (insert into report_words (word, report_id)
        select distinct x.word, w.id from w, jsonb_array_elements_text(w.words) x (word))`;
};

/** The CTEs that give `w` to its audience. */
const writeGrants = (to: Publishing) => sql`chosen as (select ${getChosen(to)} as target),
      g1 as (insert into grants (id, report_id, subject, source, granted_by_id)
        select gen_random_uuid(), w.id, 'everyone', 'publish', (select app.user_id()) from w, chosen
        where ${to.audience === 'everyone'} or (${to.audience === 'group'} and chosen.target is null)),
      g2 as (insert into grants (id, report_id, subject, user_id, source, granted_by_id)
        select gen_random_uuid(), w.id, 'user', v.user_id, 'publish', (select app.user_id()) from w, chosen, viewers v
        where ${to.audience === 'group'} and v.target_id = chosen.target)`;

/** The CTE that notifies the audience of `w`: one report by its title, several by the first three. */
function tellAudience(ctx: SessionContext, to: Publishing, groupName: SQL): SQL {
  const count = sql`(select count(*) from w)`;
  const names = sql`(select string_agg(title, ', ' order by n) from (select title, n from w order by n limit ${titlesInNews}) t)
          || case when ${count} > ${titlesInNews}::int then ' +' || (${count} - ${titlesInNews}::int) else '' end`;
  return mailing('told', {
    kind: 'report_published',
    source: sql`(select id from w order by n limit 1)`,
    from: sql`(select 1 from w where ${to.tell && to.audience !== 'nobody'}::boolean limit 1) anything`,
    audience: { type: 'place', groupId: sql`${to.groupId}::text`, subgroupId: sql`${to.subgroupId}::text` },
    vars: sql`jsonb_build_object('report', ${names}, 'group', coalesce(${groupName}, ${ctx.tenant.name}))`,
    link: sql`case when ${count} = 1 then '/' || (select id from w)::text || '/reports/view' else '/all/reports?sort=-added' end`,
  });
}

/**
 * Publishes reports of a workspace in one guarded statement: rows, search words, grants, audit and notifications. Reports already published
 * from this workspace are skipped; `takeTurn` before it in the batch serializes publishers, so that two at once do not publish twice.
 * `more` are further CTEs of the same statement.
 */
export function publishRows(db: Db, ctx: SessionContext, reports: readonly Incoming[], to: Publishing, more: SQL = sql``) {
  const now = ctx.clock.now();
  const rows = reports.map((report, at) => presentIncoming(report, at, now));
  const groupName = sql`(select g.name from groups g where g.id = ${to.groupId}::uuid)`;
  return published(
    db,
    sql`with incoming as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(${incomingColumns})),
      fits as (select ${placeFits(to.groupId, to.subgroupId)} as place, ${mayAddReports} as allowed),
      ${writeReports(to)}, ${writeGrants(to)},
      a as (${auditEach(ctx, {
        what: 'report.add',
        row: sql`w.id`,
        facts: { after: { title: sql`w.title`, group: groupName, audience: to.audience } },
        from: sql`w`,
      })}),
      ${tellAudience(ctx, to, groupName)}${more}
    select fits.place as fits, fits.allowed, coalesce((select jsonb_agg(
        jsonb_build_object('id', w.id, 'service_id', w.service_id, 'title', w.title) order by w.n) from w), '[]') as published,
      (select count(*)::int from users u
        where u.id <> (select app.user_id()) and exists (select from told) and ${seesPlace(to)}) as told
    from fits`,
  );
}

type Outcome = Awaited<ReturnType<typeof publishRows>>['rows'][number];

/** The outcome; a missing place or permission refuses everything. */
export function publishOutcome([outcome]: readonly Outcome[]): Pick<Outcome, 'published' | 'told'> {
  throwIfRefused(refusePublishing(outcome));
  return outcome ?? { published: [], told: 0 };
}
