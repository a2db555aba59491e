import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { reportWords } from '../../../db/schema/reports.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import type { ReportTexts } from '../../../domain/report-management/fields.ts';
import { cut } from '../../../domain/text/cut.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import type { SessionContext } from '../../request/context.ts';
import { resolveHost } from '../../services/mail/resolve-host.ts';
import { askLink } from './ask-link.ts';

/** The search words of a report: of its title and description in every language. */
export function getWords(title: string, description: string, texts: ReportTexts = {}): string[] {
  const all = Object.values(texts).flatMap((own) => (own ? [own.title, own.description] : []));
  return searchWords([title, description, ...all].join(' ')).map((word) => cut(word, 60));
}

export const keyOfTitle = (title: string): string => {
  const key = fold(title);
  if (!key) throw invalidInput('title');
  return key;
};

/** Adds the search words that the report doesn't have yet. */
export const addWords = (db: Db, reportId: string, words: readonly string[]) =>
  words.length === 0
    ? []
    : [
        db
          .insert(reportWords)
          .values([...new Set(words)].map((word) => ({ word, reportId })))
          .onConflictDoNothing(),
      ];

/** Whether a place exists: the group isn't deleted, and the sub-group belongs to it. */
export function placeFits(groupId: string | null, subgroupId: string | null): SQL {
  const [group, subgroup] = [sql`${groupId}::uuid`, sql`${subgroupId}::uuid`];
  return sql`((${group} is null and ${subgroup} is null) or (exists (select from groups p where p.id = ${group} and p.deleted_at is null)
      and (${subgroup} is null or exists (select from subgroups q
        where q.id = ${subgroup} and q.group_id = ${group} and q.deleted_at is null))))`;
}

/** The position after the last report of a group, or of those without one. */
export const endOfGroup = (groupId: string | null): SQL =>
  sql`coalesce((select max(position) + 1 from reports r where r.group_id is not distinct from ${groupId}::uuid), 0)`;

export const mayAddReports = sql`(select t.allow_reports from tenants t where t.id = (select app.tenant_id()))`;

/** Whether the layer above allows this unit to add reports. */
export const readMayAdd = (db: Db) =>
  db.select({ mayAdd: tenants.allowReports }).from(tenants).where(eq(tenants.id, sql`(select app.tenant_id())`));

const place = raw('managed.place', { fits: 'bool', allowed: 'bool?' });

/** Whether reports may be added, and whether this place exists. */
export const readPlace = (db: Db, groupId: string | null, subgroupId: string | null) =>
  place(db, sql`select ${placeFits(groupId, subgroupId)} as fits, ${mayAddReports} as allowed`);

const turn = raw('managed.turn', {});

/** Serializes writes to the order and publishing within a tenant: the next statement sees what the last one did. */
export const takeTurn = (db: Db, what: 'order' | 'publish') =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended((select app.tenant_id())::text || ${what}, 0))`);

/** Finds out whether the site of a link allows framing by this tenant's own host. */
export const askLinkHere = (ctx: SessionContext, link: string) =>
  askLink(link, {
    ancestor: `https://${ctx.host}`,
    isPrivate: async (host) => (await resolveHost(host, ctx.env.DNS_OVER_HTTPS ?? '')) === 'private',
  });
