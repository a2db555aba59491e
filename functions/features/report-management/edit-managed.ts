import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editManaged, type LinkAnswer } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { checkCustom, fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { askLinkHere, differences, factsOf, keyOfTitle, placeFits, textRows, wordsOf } from './write-parts.ts';

type Stored = {
  kind: 'powerbi' | 'external';
  external_url: string | null;
  external_frames: boolean;
  needs_identity: boolean;
  custom: CustomValues;
};
type Outcome = { changed: number; fits: boolean; known_owner: boolean };

/** Changes the version the person saw; a link is asked about only where it is another one than before. */
export const editManagedReport = bind(editManaged, async (input, ctx) => {
  const { id } = input;
  const key = keyOfTitle(input.title);
  const entry = entryOf(ctx, 'reports.manage');
  const [found, fields] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`select kind, external_url, external_frames, needs_identity, custom from reports where id = ${id}::uuid`),
    fieldsQuery(db, 'report'),
  ]);
  const [stored] = rowsOf<Stored>(found);
  if (!stored) throw new AppError('not_found');
  const isLink = stored.kind === 'external';
  if (isLink !== (input.externalUrl !== null))
    throw isLink ? new AppError('required', { name: 'externalUrl' }, { field: 'externalUrl' }) : noLink();
  // A role goes only to a model that has rules: the service refuses any other (REPORT_SERVICE 1.5).
  if (input.ignoreRlsRole !== null && !stored.needs_identity)
    throw new AppError('invalid_input', { name: 'ignoreRlsRole', reason: 'unused' }, { field: 'ignoreRlsRole' });
  const { values } = checkCustom({ fields: fieldsOf(fields), input: input.custom, before: stored.custom, by: 'admin' });
  const custom = JSON.stringify(values);
  let link: LinkAnswer | null = null;
  if (input.externalUrl !== null && input.externalUrl !== stored.external_url) link = await askLinkHere(ctx, input.externalUrl);
  const frames = link ? link === 'frames' : stored.external_frames;
  const texts = JSON.stringify(input.texts);
  const words = wordsOf(input.title, input.description, input.texts);
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with o as (select * from reports where id = ${id}::uuid),
        fits as (select ${placeFits(input.groupId, input.subgroupId)} as place, (${input.ownerId}::uuid is null or exists (select from users u where u.id = ${input.ownerId}::uuid and (u.deleted_at is null or u.id = (select o.owner_id from o)))) as owner),
        w as (update reports t set title = ${input.title}, sort_key = ${key}, description = ${input.description}, texts = ${texts}::jsonb, group_id = ${input.groupId}::uuid, subgroup_id = ${input.subgroupId}::uuid, owner_id = ${input.ownerId}::uuid,
            position = case when t.group_id is not distinct from ${input.groupId}::uuid then t.position else coalesce((select max(position) + 1 from reports r where r.group_id is not distinct from ${input.groupId}::uuid), 0) end,
            verified = ${input.verified}, hidden = ${input.hidden}, cover_kind = ${input.coverKind}, external_url = ${input.externalUrl}, external_frames = ${frames}, navigation_panel = ${input.navigationPanel}, side_filter = ${input.sideFilter},
            hidden_pages = ${input.hiddenPages}, visual_headers = ${input.visualHeaders}, mobile_background = ${input.mobileBackground}, orientation = ${input.orientation}, show_last_update = ${input.showLastUpdate}, tenant_colors = ${input.tenantColors},
            allow_edit = ${input.allowEdit}, restriction = ${input.restriction}, on_catalog = ${input.onCatalog}, on_app = ${input.onApp}, watermark = ${input.watermark}, ignore_rls = ${input.ignoreRlsRole !== null}, ignore_rls_role = ${input.ignoreRlsRole},
            catalog_description = ${input.catalogDescription}, resolution = ${input.resolution}, custom = ${custom}::jsonb, version = t.version + 1
          from fits where t.id = ${id}::uuid and t.version = ${input.version} and fits.place and fits.owner returning t.*),
        gone as (delete from report_words x using w where x.report_id = w.id and x.word not in (select n.word from ${textRows(words)} n)),
        words as (insert into report_words (word, report_id) select n.word, w.id from w, ${textRows(words)} n on conflict do nothing),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.edit', w.id, ${differences(factsOf(sql`o`), factsOf(sql`w`))}, ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
      select (select count(*)::int from w) as changed, fits.place as fits, fits.owner as known_owner from fits`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome?.fits) throw new AppError('not_found', undefined, { field: input.subgroupId ? 'subgroupId' : 'groupId' });
  if (!outcome.known_owner) throw new AppError('not_found', undefined, { field: 'ownerId' });
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id, version: input.version + 1, link };
});

const noLink = () => new AppError('invalid_input', { name: 'externalUrl', reason: 'unknown' }, { field: 'externalUrl' });
