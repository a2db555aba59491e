import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, id, instant, queryInt, text } from '../contract/fields.ts';
import { page } from '../contract/page.ts';
import { longestComment, maxMentions } from './limits.ts';

const screens = ['reports/view', 'management/view', 'reports/external'];
const person = z.object({ id: z.string(), name: z.string() });

/** A comment as shown. A deleted one keeps its place and loses its text. */
const comment = z.object({
  id: z.string(),
  author: person,
  text: z.string(),
  mentions: z.array(person),
  page: z.nullable(z.object({ name: z.string(), title: z.string() })),
  /** Written about a view that can be opened again. */
  hasView: z.boolean(),
  createdAt: instant,
  editedAt: z.nullable(instant),
  deleted: z.boolean(),
  unread: z.boolean(),
  /** Until when this user may edit the text; null = not, or no longer. */
  editableUntil: z.nullable(instant),
  mayDelete: z.boolean(),
});
export type Comment = z.infer<typeof comment>;
const commentThread = z.object({ ...comment.shape, answers: z.array(comment) });
export type CommentThread = z.infer<typeof commentThread>;

const words = text(longestComment);
const mentions = z._default(z.array(id).check(z.maxLength(maxMentions, 'too_long')), []);

export const listComments = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/comments',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Lists the comments of a report that the caller may see, newest threads first, each with its replies.',
  input: z.strictObject({
    id,
    cursor: z.optional(z.string().check(z.maxLength(300, 'too_long'))),
    page: z.optional(queryInt(1, 1_000_000)),
    size: z.optional(queryInt(1, 100)),
  }),
  output: z.object({ ...page(commentThread).shape, unread: z.number(), comments: z.number() }),
  errors: ['not_found'],
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/comments',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Adds a comment to a report, with the current page and filters; mentioned users are notified.',
  input: z.strictObject({
    id,
    text: words,
    parentId: z.optional(z.nullable(id)),
    page: z.optional(
      z.nullable(
        z.strictObject({
          name: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'too_long')),
          title: z.string().check(z.maxLength(200, 'too_long')),
        }),
      ),
    ),
    bookmark: z.optional(z.nullable(z.string().check(z.minLength(1, 'invalid'), z.maxLength(200_000, 'too_long')))),
    mentions,
  }),
  output: z.object({ id: z.string() }),
  errors: ['not_found', 'mention_refused', 'comment_thread_full', 'too_many_comments'],
  maxBytes: 300_000,
});

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/auth/comments/{id}',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Edits the text of the caller’s own comment within 15 minutes; newly mentioned users are notified.',
  input: z.strictObject({ id, ...changed({ text: words, mentions }) }),
  output: done,
  errors: ['not_found', 'mention_refused', 'comment_too_late'],
});

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/auth/comments/{id}',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Deletes the text of a comment: the caller’s own, or anyone’s for administrators of reports.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'not_permitted'],
});

export const readCommentView = endpoint({
  method: 'GET',
  path: '/api/auth/comments/{id}/view',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Returns the report page and filter state a comment was written on.',
  input: z.strictObject({ id }),
  output: z.object({ page: z.nullable(z.string()), bookmark: z.nullable(z.string()) }),
  errors: ['not_found'],
});

export const markCommentsRead = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/comments/read',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Marks the comments of a report as read by the caller.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const findMentionable = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/people',
  needs: 'reports.view',
  kinds: viewing,
  screens,
  summary: 'Lists the users who may see this report, by prefix of their name; only they can be mentioned.',
  input: z.strictObject({ id, q: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '') }),
  output: z.object({ people: z.array(person) }),
  errors: ['not_found'],
});
