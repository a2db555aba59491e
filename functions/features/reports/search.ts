import { type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { isHiddenCall } from '../../../domain/access/hidden-call.ts';
import { can } from '../../../domain/access/permissions.ts';
import { searchAll } from '../../../domain/reports/contract.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { cardColumns, cardShape, getLanguage, presentCard } from './card.ts';
import { listedReport } from './listed.ts';
import { getViewer, onCatalog, pageWithPlace, visibleAmongMany, visibleGroup, visibleSubgroup } from './visible.ts';
import { matchesWords } from './words.ts';

const findReports = raw('reports.search', cardShape);
const findGroups = raw('reports.search_groups', { id: 'uuid', name: 'text', hue: 'int4' });
const findSubgroups = raw('reports.search_subgroups', { id: 'uuid', name: 'text', group: 'text', hue: 'int4' });
const findPeople = raw('reports.search_people', { id: 'uuid', name: 'text', email: 'text' });
const findOnCatalog = raw('reports.search_catalog', { id: 'uuid', title: 'text', group: 'text?' });

const byTitle = sql`r.sort_key, r.id`;
const maxReports = 8;
const maxPlaces = 5;

/** Every word of the query must begin a word of the name; the few groups of a tenant are read by their folded names. */
const nameMatches = (alias: 'g' | 's' | 'x', words: string[]) =>
  sql.join(
    words.map((word) => sql`(' ' || ${sql.raw(alias)}.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  );

/** Only users who may read the user list find people; the platform has no list of its own at that address. */
const isAmongOwn = ({ session }: SessionContext): SQL => (can(session, 'users.read') && session.profile !== 'a2m' ? sql`true` : sql`false`);

/** Only users who may open the catalog and ask for its reports find what is on it. */
const mayAsk = ({ session }: SessionContext): SQL =>
  can(session, 'catalogs.ask') && !isHiddenCall(['catalogs'], session) ? sql`true` : sql`false`;

export const search = bind(searchAll, async ({ q, app }, ctx) => {
  const words = searchWords(q).slice(0, 8);
  if (words.length === 0) return { reports: [], groups: [], subgroups: [], people: [], catalog: [] };
  const viewer = getViewer(ctx);
  const found = sql`${listedReport(viewer, app)} and ${matchesWords(q)}`;
  const language = getLanguage(ctx);
  const [reports, groups, subgroups, people, catalog] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    findReports(
      db,
      sql`select ${cardColumns(viewer.userId)} from ${pageWithPlace(found, byTitle, sql`limit ${maxReports}`)} order by ${byTitle}`,
    ),
    findGroups(
      db,
      sql`select g.id, g.name, g.hue from groups g where ${visibleGroup(viewer)} and ${nameMatches('g', words)}
        order by g.position, g.id limit ${maxPlaces}`,
    ),
    findSubgroups(
      db,
      sql`select s.id, s.name, g.name as "group", g.hue from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
        where ${visibleSubgroup(viewer)} and ${visibleGroup(viewer)} and ${nameMatches('s', words)}
        order by s.sort_key, s.id limit ${maxPlaces}`,
    ),
    // A partner's seat isn't a user of the unit. All users are searched in the index of names, which has every column used here.
    findPeople(
      db,
      sql`select u.id, u.name, u.email from (select x.id from users x
          where ${isAmongOwn(ctx)} and x.deleted_at is null and x.seat is null
            and (${nameMatches('x', words)} or starts_with(x.email, ${fold(q)}))
          order by x.sort_key, x.id limit ${maxPlaces}) f join users u on u.id = f.id
        order by u.sort_key, u.id`,
    ),
    findOnCatalog(
      db,
      sql`select r.id, coalesce(r.texts->${language}::text->>'title', r.title) as title, g.name as "group"
        from ${pageWithPlace(
          sql`${mayAsk(ctx)} and ${onCatalog} and ${app ? sql`r.on_app` : sql`true`} and ${matchesWords(q)} and not ${visibleAmongMany(viewer)}`,
          byTitle,
          sql`limit ${maxPlaces}`,
        )} order by ${byTitle}`,
    ),
  ]);
  const now = ctx.clock.now();
  return {
    reports: reports.rows.map((row) => presentCard(row, now, language)),
    groups: groups.rows,
    subgroups: subgroups.rows,
    people: people.rows,
    catalog: catalog.rows,
  };
});
