import * as z from 'zod/mini';
import { profiles } from '../access/profile.ts';
import { flag, id, nameText } from '../contract/fields.ts';
import { requiredRichText } from '../rich-text/contract.ts';
import { languages } from '../session/languages.ts';
import { type NoticeField, severities } from './fields.ts';
import { noticeLimits } from './limits.ts';

const words = { title: nameText(noticeLimits.title), body: requiredRichText };
const givenTexts = z.partialRecord(z.enum(languages), z.strictObject(words));

export const noticeAudience = z.union([
  z.strictObject({ type: z.literal('all') }),
  z.strictObject({
    type: z.literal('profiles'),
    profiles: z.array(z.enum(profiles)).check(z.minLength(1, 'required'), z.maxLength(profiles.length, 'too_long')),
  }),
  z.strictObject({
    type: z.literal('groups'),
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(noticeLimits.groups, 'too_long')),
  }),
]);

/** What a notice says, for which readers and where; when it is shown is given beside it, by its form or by the task that posts it. */
export const untimedNotice = {
  ...words,
  texts: z._default(givenTexts, {}),
  severity: z._default(z.enum(severities), 'info'),
  atLogin: z._default(flag, 'N'),
  audience: z._default(noticeAudience, { type: 'all' }),
  audienceBelow: z._default(flag, 'N'),
  dismissible: z._default(flag, 'S'),
  mustAcknowledge: z._default(flag, 'N'),
} satisfies Record<Exclude<NoticeField, 'startsAt' | 'endsAt'>, unknown>;
