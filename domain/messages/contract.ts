import * as z from 'zod/mini';
import { profiles } from '../access/profile.ts';
import { ownAndPartner, ownOnly, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { flag, id, instant } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import type { RichText } from '../rich-text/contract.ts';
import { languages } from '../session/languages.ts';
import { audienceTypes } from './audience.ts';
import { messageAudience, messageTexts } from './fields.ts';
import { messageLimits } from './limits.ts';
import { messageSorts, messageStates } from './states.ts';

const shownWords = z.object({ subject: z.string(), body: z.optional(z.custom<RichText>()), html: z.optional(z.string()) });
const shownTexts = z.partialRecord(z.enum(languages), shownWords);
const maxBytes = 400_000;
const screens = ['notifications'];

const messageRow = z.object({
  id: z.string(),
  subjects: z.partialRecord(z.enum(languages), z.string()),
  audience: z.object({
    type: z.enum(audienceTypes),
    profile: z.nullable(z.enum(profiles)),
    /** The names of its groups or users, the first ones; a removed one has none. */
    names: z.array(z.string()),
    count: z.number(),
  }),
  sender: z.nullable(z.string()),
  sentAt: instant,
  state: z.enum(messageStates),
  /** Until when it can be recalled; null if that is over. */
  recallUntil: z.nullable(instant),
  mail: flag,
  told: z.number(),
  mailed: z.number(),
});

export type MessageRow = z.infer<typeof messageRow>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/auth/messages',
  needs: 'notifications.send',
  kinds: visits,
  screens,
  summary: 'Lists sent messages page by page; administrators see those of the unit, other senders their own.',
  input: z.strictObject(listInput(messageSorts)),
  output: page(messageRow),
});

export const exportMessages = endpoint({
  method: 'GET',
  path: '/api/auth/messages/export',
  needs: 'notifications.send',
  kinds: visits,
  screens,
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(messageSorts).search, sort: listInput(messageSorts).sort, ...filePart }),
  output: tableFile,
});

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/auth/messages/{id}',
  needs: 'notifications.send',
  kinds: visits,
  screens,
  summary: 'Returns one sent message with its texts, how many have it and have read it, and how many mails have left.',
  input: z.strictObject({ id }),
  output: z.object({
    ...messageRow.shape,
    texts: shownTexts,
    read: z.number(),
    /** Mails handed to a server, and those that still wait. */
    mailsSent: z.number(),
    mailsWaiting: z.number(),
  }),
  errors: ['not_found'],
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/auth/messages',
  needs: 'notifications.send',
  kinds: ownAndPartner,
  screens,
  summary: 'Sends a message to all users, a profile, user groups or single users; at most five a day to all.',
  input: z.strictObject({ audience: messageAudience, texts: messageTexts, mail: z._default(flag, 'S') }),
  output: z.object({ id: z.string() }),
  errors: ['not_found', 'messages_limit'],
  maxBytes,
});

export const countRecipients = endpoint({
  method: 'POST',
  path: '/api/auth/messages/count',
  needs: 'notifications.send',
  kinds: ownAndPartner,
  reads: true,
  screens,
  summary: 'Counts who an audience reaches, by language, who of them gets a mail, and how many messages to all are left today.',
  input: z.strictObject({ audience: messageAudience }),
  output: z.object({
    people: z.number(),
    byMail: z.number(),
    unitSends: z.boolean(),
    languages: z.partialRecord(z.enum(languages), z.number()),
    leftToday: z.number(),
  }),
});

export const findRecipients = endpoint({
  method: 'GET',
  path: '/api/auth/messages/recipients',
  needs: 'notifications.send',
  kinds: visits,
  screens,
  summary: 'Finds user groups or users to address, by the beginning of their name or e-mail address.',
  input: z.strictObject({
    type: z.enum(['groups', 'users']),
    search: z._default(z.string().check(z.trim(), z.maxLength(messageLimits.search, 'too_long')), ''),
  }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })) }),
});

export const previewMessage = endpoint({
  method: 'POST',
  path: '/api/auth/messages/preview',
  needs: 'notifications.send',
  kinds: ownAndPartner,
  reads: true,
  screens,
  summary: 'Returns what a reader of a language gets by mail: the language whose text they read, and the words around it.',
  input: z.strictObject({ texts: messageTexts, language: z.enum(languages) }),
  output: z.object({
    language: z.enum(languages),
    subject: z.string(),
    excerpt: z.string(),
    greeting: z.string(),
    by: z.string(),
    action: z.string(),
    footer: z.string(),
    text: z.string(),
  }),
  maxBytes,
});

export const testMessage = endpoint({
  method: 'POST',
  path: '/api/auth/messages/test',
  needs: 'notifications.send',
  kinds: ownOnly,
  screens,
  summary: 'Sends the caller the message by mail, in one language; twenty an hour.',
  input: z.strictObject({ texts: messageTexts, language: z.enum(languages) }),
  output: z.object({ to: z.string() }),
  errors: ['too_many_attempts'],
  maxBytes,
});

export const recallMessage = endpoint({
  method: 'POST',
  path: '/api/auth/messages/{id}/recall',
  needs: 'notifications.send',
  kinds: ownAndPartner,
  screens,
  summary: 'Recalls a message within ten minutes: deletes it where unread, stops mail that has not left, answers what it was too late for.',
  input: z.strictObject({ id }),
  output: z.object({ unread: z.number(), read: z.number(), mailsStopped: z.number(), mailsLeft: z.number() }),
  errors: ['not_found', 'recall_over', 'message_recalled'],
});
