import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, nothing, text } from '../contract/fields.ts';
import { longest } from './limits.ts';

// What a user who acts as another may call about that visit; view-only visits too, because nothing of the tenant changes.
export const endActing = endpoint({
  method: 'POST',
  path: '/api/auth/remote/session/end',
  needs: 'signedIn',
  kinds: visits,
  reads: true,
  summary: 'Ends the calling act-as session and notifies both sides (BEHAVIOUR 8); refused for any other session.',
  input: nothing,
  output: done,
});

export const notePage = endpoint({
  method: 'POST',
  path: '/api/auth/remote/session/page',
  needs: 'signedIn',
  kinds: visits,
  reads: true,
  summary: 'Records a page opened in an act-as session, for the summary the user gets.',
  input: z.strictObject({
    path: z.string().check(z.trim(), z.regex(/^\/[^\s]*$/, 'invalid'), z.maxLength(longest.path, 'too_long')),
    title: text(longest.title),
  }),
  output: done,
  errors: ['session_gone'],
});
