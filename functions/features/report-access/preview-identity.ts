import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { previewIdentity } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { previewAs, previewQueries } from './preview-as.ts';

const recordTest = raw('report_access.preview', { id: 'uuid' });

/**
 * Tries an identity before it is saved. Naming a user shows the report as they would see it, which is recorded like every test; without one
 * the service is only asked, under the caller's own name where a template needs one, and no token is returned.
 */
export const previewOneIdentity = bind(previewIdentity, async ({ id, user, identity, filters }, ctx) => {
  const entry = getEntry(ctx, 'grants.manage');
  const userId = user ?? ctx.session.sub;
  // No particular user: placeholders for each user's own value are filled with a word, since the service compares no names here.
  const asked =
    user === null && identity.as === 'fixed'
      ? { ...identity, username: identity.username.replaceAll(/\{\{cf_[a-z0-9_]+\}\}/g, 'x') }
      : identity;
  const [facts, account, cached, fields, people] = await ctx.database.withTenant(entry, (db) => [
    ...previewQueries(db, ctx, id, userId, asked),
    fieldsQuery(db, 'user'),
    ...(user === null
      ? []
      : [
          recordTest(
            db,
            sql`with t as (select u.id, u.name, r.id as report_id from users u join reports r on r.tenant_id = u.tenant_id
                where u.id = ${userId}::uuid and u.deleted_at is null and r.id = ${id}::uuid),
              a as (${auditEach(ctx, {
                what: 'report.test_as',
                row: sql`t.report_id`,
                facts: { user: sql`t.id`, name: sql`t.name`, identity: sql`${JSON.stringify(identity)}::jsonb` },
                from: sql`t`,
              })})
            select t.id from t`,
          ),
        ]),
  ]);
  if (user !== null && people?.rows.length !== 1) throw new AppError('not_found');
  refuseUnknownFields(getFields(fields), identity);
  const shown = await previewAs(ctx, 'grants.manage', [facts, account, cached], { identity: asked, filters });
  return user === null ? { ...shown, identity: null, embed: null } : shown;
});
