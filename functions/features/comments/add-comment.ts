import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditEach } from '../../../db/audited.ts';
import { type Db, lastOf } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { comments } from '../../../db/schema/comments.ts';
import { addComment } from '../../../domain/comments/contract.ts';
import { refuseAdd } from '../../../domain/comments/decide.ts';
import { commentsPerMinute, commentWindowSeconds, maxAnswers } from '../../../domain/comments/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { visible } from './rows.ts';
import { readMentioned } from './stored.ts';
import { seesReport } from './visible-people.ts';

const lockAuthor = raw('comments.lock_author', {});
const insertOne = raw('comments.add', {});
const insertMentions = raw('comments.mention_first', {});
const tellOthers = raw('comments.tell', {});
const record = raw('comments.record_added', {});

type NewComment = { id: string; reportId: string; parentId: string | null; mentions: readonly string[] };
type Content = Pick<z.output<typeof addComment.input>, 'text' | 'page' | 'bookmark'>;

const isThread = (reportId: string, parentId: string) =>
  and(eq(comments.id, parentId), eq(comments.reportId, reportId), isNull(comments.parentId), isNull(comments.deletedAt));
const getAnswers = (parentId: string) => sql<number>`(select count(*)::int from comments k where k.parent_id = ${parentId}::uuid)`;

/** The report if its author sees it, the thread to answer, and the mentioned users. */
const readFacts = (db: Db, ctx: SessionContext, { reportId, parentId, mentions }: NewComment) => {
  const report = sql`${reportId}::uuid`;
  return [
    db.select({ there: sql<boolean>`${visible(ctx, report)}` }).from(sql`(values (1)) one`),
    db
      .select({ answers: parentId ? getAnswers(parentId) : sql<number>`0` })
      .from(comments)
      .where(parentId ? isThread(reportId, parentId) : sql`false`),
    readMentioned(db, mentions, report),
  ] as const;
};

/** The author still sees the report, and the thread, locked against deletion and other answers, has room. */
const holdFacts = (db: Db, ctx: SessionContext, { reportId, parentId }: NewComment) => [
  mustHold(db, visible(ctx, sql`${reportId}::uuid`)),
  ...(parentId
    ? [lockVersion(db, comments, isThread(reportId, parentId)), mustHold(db, sql`${getAnswers(parentId)} < ${maxAnswers}`)]
    : []),
];

/** Writes the comment unless its author has written too many; the statements after it read it, and do nothing without it. */
const writeComment = (db: Db, { id, reportId, parentId }: NewComment, { text, page, bookmark }: Content) =>
  insertOne(
    db,
    sql`insert into comments (id, report_id, parent_id, text, page, page_title, bookmark)
      select ${id}::uuid, ${reportId}::uuid, ${parentId}::uuid, ${text}, ${page?.name ?? null}, ${page?.title ?? null}, ${bookmark ?? null}
      where (select count(*) from comments k where k.author_id = (select app.user_id())
        and k.created_at > app.now() - make_interval(secs => ${commentWindowSeconds})) < ${commentsPerMinute}`,
  );
/** Mentions those who still see the report. */
const writeMentions = (db: Db, { id, mentions }: NewComment) =>
  insertMentions(
    db,
    sql`insert into comment_mentions (comment_id, user_id)
      select w.id, u.id from comments w, users u join ${idRows(mentions)} m on m.id = u.id
      where w.id = ${id}::uuid and ${seesReport(sql`w.report_id`)}`,
  );

/** Notifies the mentioned users and the author of the thread; who is both gets the mention only. */
const writeNews = (db: Db, ctx: SessionContext, { id }: NewComment) => {
  const mentioned = sql`select n.user_id from comment_mentions n, w where n.comment_id = w.id`;
  return tellOthers(
    db,
    sql`with w as (select c.id, c.report_id, c.parent_id, c.text from comments c where c.id = ${id}::uuid),
      ${news(ctx, sql`select n.user_id from (${mentioned}) n where n.user_id <> (select app.user_id())`)},
      ${tell('answered', {
        people: sql`select p.author_id as user_id from comments p join w on w.parent_id = p.id
          where p.author_id <> (select app.user_id()) and p.author_id not in (${mentioned})`,
        kind: 'comment_reply',
        vars: commentVars,
        link: getLink(ctx),
      })}
      select`,
  );
};

/** The limit per minute is counted as the comment is written, under a lock of its author. */
export const addOneComment = bind(addComment, async ({ id: reportId, ...input }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const parentId = input.parentId ?? null;
  const comment = { id: newId(ctx.clock.now()), reportId, parentId, mentions: [...new Set(input.mentions)] };
  const [[report], [thread], people] = await ctx.database.withTenant(entry, (db) => readFacts(db, ctx, comment));
  throwIfRefused(
    refuseAdd({
      ...{ there: report?.there === true, thread: parentId === null ? null : thread },
      ...{ asked: comment.mentions.length, exist: people.length, see: people.filter(({ sees }) => sees).length },
    }),
  );

  const results = await ctx.database.withTenant(entry, (db) => [
    oneAtATime(db, ctx),
    ...holdFacts(db, ctx, comment),
    writeComment(db, comment, input),
    ...(comment.mentions.length > 0 ? [writeMentions(db, comment)] : []),
    ...(comment.mentions.length > 0 || parentId ? [writeNews(db, ctx, comment)] : []),
    record(
      db,
      auditEach(ctx, {
        what: 'comment.add',
        row: sql`w.id`,
        facts: { report: sql`w.report_id`, mentions: comment.mentions.length, answer: parentId !== null },
        from: sql`comments w`,
        where: sql`w.id = ${comment.id}::uuid`,
      }),
    ),
  ]);
  if (lastOf(results).rowCount !== 1)
    throw new AppError('too_many_comments', { limit: commentsPerMinute }, { retryAfterSeconds: commentWindowSeconds });
  wakeOutbox(ctx);
  return { id: comment.id };
});

/** Serializes this user's comments within the batch, so that concurrent ones can't exceed the limit. */
const oneAtATime = (db: Db, ctx: SessionContext) =>
  lockAuthor(db, sql`select from pg_advisory_xact_lock(hashtextextended(${`comments ${ctx.session.sub}`}, 0))`);

const shownLength = 140;
const commentVars = sql`(select jsonb_build_object('person', (select u.name from users u where u.id = (select app.user_id())),
  'report', (select r.title from reports r where r.id = w.report_id),
  'text', case when char_length(w.text) > ${shownLength} then left(w.text, ${shownLength - 1}) || '…' else w.text end) from w)`;
/** The platform views its reports under their management (Spec 2). */
const getLink = (ctx: SessionContext): SQL => {
  const page = ctx.tenant.kind === 'platform' ? '/management/view' : '/reports/view';
  return sql`(select '/' || w.report_id || ${page}::text || '?comments=' || w.id from w)`;
};

/** Notifies the people mentioned in comment w. */
export const news = (ctx: SessionContext, people: SQL): SQL =>
  tell('mentioned', { people, kind: 'comment_mention', vars: commentVars, link: getLink(ctx) });
