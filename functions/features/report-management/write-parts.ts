import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { ReportTexts } from '../../../domain/report-management/contract.ts';
import { cut } from '../../../domain/text/cut.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import type { SessionContext } from '../../http/context.ts';
import { resolveHost } from '../../services/mail/resolve-host.ts';
import { askLink } from './ask-link.ts';

/** The words by which a report is found: of its title and description in every language it has. */
export function wordsOf(title: string, description: string, texts: ReportTexts = {}): string[] {
  const all = Object.values(texts).flatMap((own) => (own ? [own.title, own.description] : []));
  return searchWords([title, description, ...all].join(' ')).map((word) => cut(word, 60));
}

export const keyOfTitle = (title: string): string => {
  const key = fold(title);
  if (!key) throw new AppError('invalid_input', { name: 'title', reason: 'invalid' }, { field: 'title' });
  return key;
};

/** A list of texts as one parameter, a row `(word)` each. */
export const textRows = (words: readonly string[]) =>
  sql`(select distinct w as word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) w)`;

/** Whether a place exists: the group lives, and the sub-group is of that group. */
export const placeFits = (
  groupId: string | null,
  subgroupId: string | null,
): SQL => sql`((${groupId}::uuid is null and ${subgroupId}::uuid is null)
  or (exists (select from groups p where p.id = ${groupId}::uuid and p.deleted_at is null)
    and (${subgroupId}::uuid is null or exists (select from subgroups q where q.id = ${subgroupId}::uuid and q.group_id = ${groupId}::uuid and q.deleted_at is null))))`;

export const mayAddReports = sql`(select t.allow_reports from tenants t where t.id = (select app.tenant_id()))`;

/** Writers of the order and of what is published take turns within a tenant: the next one's statement sees what the last one did. */
export const takeTurns = (what: 'order' | 'publish') =>
  sql`select pg_advisory_xact_lock(hashtextextended((select app.tenant_id())::text || ${what}, 0))`;

/** The facts of a report that its history tells, as one object; `r` is a row of reports. */
export const factsOf = (
  r: SQL,
) => sql`(jsonb_build_object('title', ${r}.title, 'description', ${r}.description, 'texts', ${r}.texts, 'group', (select g.name from groups g where g.id = ${r}.group_id), 'subgroup', (select s.name from subgroups s where s.id = ${r}.subgroup_id),
  'owner', (select u.name from users u where u.id = ${r}.owner_id), 'verified', ${r}.verified, 'hidden', ${r}.hidden, 'coverKind', ${r}.cover_kind, 'externalUrl', ${r}.external_url, 'navigationPanel', ${r}.navigation_panel, 'sideFilter', ${r}.side_filter, 'hiddenPages', ${r}.hidden_pages,
  'visualHeaders', ${r}.visual_headers, 'mobileBackground', ${r}.mobile_background, 'orientation', ${r}.orientation, 'showLastUpdate', ${r}.show_last_update, 'tenantColors', ${r}.tenant_colors, 'allowEdit', ${r}.allow_edit, 'restriction', ${r}.restriction)
  || jsonb_build_object('onCatalog', ${r}.on_catalog, 'onApp', ${r}.on_app, 'watermark', ${r}.watermark, 'ignoreRlsRole', case when ${r}.ignore_rls then ${r}.ignore_rls_role end, 'catalogDescription', ${r}.catalog_description, 'resolution', ${r}.resolution, 'custom', ${r}.custom))`;

/** Only what differs: {before, after}. */
export const differences = (before: SQL, after: SQL) =>
  sql`(select jsonb_build_object('before', coalesce(jsonb_object_agg(b.key, b.value), '{}'), 'after', coalesce(jsonb_object_agg(b.key, ${after} -> b.key), '{}')) from jsonb_each(${before}) b where b.value is distinct from ${after} -> b.key)`;

/** Finds out whether the site of a link may be framed by this tenant's own host. */
export const askLinkHere = (ctx: SessionContext, link: string) =>
  askLink(link, {
    ancestor: `https://${ctx.host}`,
    isPrivate: async (host) => (await resolveHost(host, ctx.env.DNS_OVER_HTTPS ?? '')) === 'private',
  });
