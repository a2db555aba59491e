import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { newId } from '../../services/ids.ts';
import { defaultValues } from '../custom-fields/index.ts';
import { askLinkHere, keyOfTitle, mayAddReports, placeFits, textRows, wordsOf } from './write-parts.ts';

type Outcome = { added: number; allowed: boolean; fits: boolean };

/** Adds an external link: one guarded statement with its words, its first grant and its audit row. */
export const addExternalReport = bind(addManaged, async (input, ctx) => {
  const key = keyOfTitle(input.title);
  const link = await askLinkHere(ctx, input.externalUrl);
  const id = newId(ctx.clock.now());
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`with fits as (select ${placeFits(input.groupId, input.subgroupId)} as place, ${mayAddReports} as allowed),
        w as (insert into reports (id, group_id, subgroup_id, title, sort_key, description, kind, external_url, external_frames, added_by_id, owner_id, custom, position)
          select ${id}::uuid, ${input.groupId}::uuid, ${input.subgroupId}::uuid, ${input.title}, ${key}, ${input.description}, 'external', ${input.externalUrl}, ${link === 'frames'}, (select app.user_id()), (select app.user_id()), ${defaultValues('report')},
            coalesce((select max(position) + 1 from reports r where r.group_id is not distinct from ${input.groupId}::uuid), 0) from fits where fits.place and fits.allowed returning id),
        words as (insert into report_words (word, report_id) select x.word, w.id from w, ${textRows(wordsOf(input.title, input.description))} x),
        g as (insert into grants (id, report_id, subject, source, granted_by_id) select gen_random_uuid(), w.id, 'everyone', 'publish', (select app.user_id()) from w where ${input.audience === 'everyone'}),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.add', w.id, jsonb_build_object('after', jsonb_build_object('title', ${input.title}::text, 'externalUrl', ${input.externalUrl}::text, 'audience', ${input.audience}::text)), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as added, fits.place as fits, fits.allowed from fits`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome?.allowed) throw new AppError('reports_not_allowed');
  if (!outcome.fits) throw new AppError('not_found', undefined, { field: input.subgroupId ? 'subgroupId' : 'groupId' });
  return { id, version: 1, link };
});
