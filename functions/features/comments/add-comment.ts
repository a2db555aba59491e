import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { addComment } from '../../../domain/comments/contract.ts';
import { refuseAdd } from '../../../domain/comments/decide.ts';
import { commentsPerMinute, commentWindowSeconds, mostAnswers } from '../../../domain/comments/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { visible } from './rows.ts';
import { seesReport } from './visible-people.ts';

const insertOne = raw('comments.add', {
  there: 'bool',
  exist: 'int4',
  see: 'int4',
  parent: 'bool',
  full: 'bool',
  added: 'int4',
});
const lockAuthor = raw('comments.lock_author', {});

/**
 * One guarded statement writes the comment, its mentions, their notifications and the audit row, or nothing. The limits per thread and per
 * minute are counted in it, so this stays one trip; the facts it returns say why nothing was written.
 */
export const addOneComment = bind(addComment, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const parentId = input.parentId ?? null;
  const mentions = [...new Set(input.mentions)];
  const report = sql`${input.id}::uuid`;
  const [, { rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    oneAtATime(db, ctx),
    insertOne(
      db,
      sql`with there as (select ${visible(ctx, report)} as is_there), wanted as ${idRows(mentions)},
        known as (select u.id from users u join wanted on wanted.id = u.id where ${seesReport(report)}),
        parent as (select p.id, p.author_id from comments p
          where p.id = ${parentId}::uuid and p.report_id = ${report} and p.parent_id is null and p.deleted_at is null),
        facts as (select (select is_there from there) as there,
          (select count(*)::int from users u join wanted on wanted.id = u.id where u.deleted_at is null) as exist,
          (select count(*)::int from known) as see, ${parentId}::uuid is null or exists (select from parent) as parent,
          (select count(*) from comments k where k.parent_id = ${parentId}::uuid) >= ${mostAnswers} as full_up,
          (select count(*)::int from comments k
            where k.author_id = (select app.user_id())
              and k.created_at > app.now() - make_interval(secs => ${commentWindowSeconds})) as recent),
        w as (insert into comments (id, report_id, parent_id, text, page, page_title, bookmark)
          select ${id}::uuid, ${report}, ${parentId}::uuid, ${input.text}, ${input.page?.name ?? null}, ${input.page?.title ?? null},
            ${input.bookmark ?? null} from facts f
          where f.there and f.see = ${mentions.length} and f.parent and not f.full_up and f.recent < ${commentsPerMinute}
          returning id, report_id, text),
        n as (insert into comment_mentions (comment_id, user_id) select w.id, known.id from w, known),
        ${news(ctx, sql`select known.id as user_id from known, w where known.id <> (select app.user_id())`)},
        ${tell('answered', {
          // A mentioned author gets the mention only, and authors aren't notified of their own answers.
          people: sql`select parent.author_id as user_id from parent, w
            where parent.author_id <> (select app.user_id()) and parent.author_id not in (select id from known)`,
          kind: 'comment_reply',
          vars: varsOf,
          link: linkOf(ctx),
        })},
        a as (${auditEach(ctx, {
          what: 'comment.add',
          row: sql`w.id`,
          facts: { report: sql`w.report_id`, mentions: mentions.length, answer: parentId !== null },
          from: sql`w`,
        })})
      select f.there, f.exist, f.see, f.parent, f.full_up as full, (select count(*)::int from w) as added from facts f`,
    ),
  ]);
  const [outcome] = rows;
  throwIfRefused(refuseAdd(outcome && { ...outcome, asked: mentions.length }));
  if (outcome?.added !== 1)
    throw new AppError('too_many_comments', { limit: commentsPerMinute }, { retryAfterSeconds: commentWindowSeconds });
  wakeOutbox(ctx);
  return { id };
});

/** Serializes this user's comments within the batch, so that concurrent ones can't exceed the limit. */
const oneAtATime = (db: Db, ctx: SessionContext) =>
  lockAuthor(db, sql`select from pg_advisory_xact_lock(hashtextextended(${`comments ${ctx.session.sub}`}, 0))`);

const shownLength = 140;
const varsOf = sql`(select jsonb_build_object('person', (select u.name from users u where u.id = (select app.user_id())),
  'report', (select r.title from reports r where r.id = w.report_id),
  'text', case when char_length(w.text) > ${shownLength} then left(w.text, ${shownLength - 1}) || '…' else w.text end) from w)`;
/** The platform views its reports under their management (Spec 2). */
const linkOf = (ctx: SessionContext): SQL => {
  const page = ctx.tenant.kind === 'platform' ? '/management/view' : '/reports/view';
  return sql`(select '/' || w.report_id || ${page}::text || '?comments=' || w.id from w)`;
};

/** Notifies the people mentioned in comment w. */
export const news = (ctx: SessionContext, people: SQL): SQL =>
  tell('mentioned', { people, kind: 'comment_mention', vars: varsOf, link: linkOf(ctx) });
