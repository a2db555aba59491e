import * as z from 'zod/mini';
import { profiles } from '../access/profile.ts';
import { id, nameText } from '../contract/fields.ts';
import { htmlLimits } from '../html-import/rules.ts';
import { requiredRichText } from '../rich-text/contract.ts';
import { languages } from '../session/languages.ts';
import { messageLimits } from './limits.ts';

const ids = (most: number) => z.array(id).check(z.minLength(1, 'required'), z.maxLength(most, 'too_long'));
export const messageAudience = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('all') }),
  z.strictObject({ type: z.literal('profile'), profile: z.enum(profiles) }),
  z.strictObject({ type: z.literal('groups'), ids: ids(messageLimits.groups) }),
  z.strictObject({ type: z.literal('users'), ids: ids(messageLimits.users) }),
]);
const words = z
  .strictObject({
    subject: nameText(messageLimits.subject),
    body: z.optional(requiredRichText),
    /** The content of an imported document, in place of a body. */
    html: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(htmlLimits.length, 'too_long'))),
  })
  .check(z.refine(({ body, html }) => (body === undefined) !== (html === undefined), 'required'));
export const messageTexts = z
  .partialRecord(z.enum(languages), words)
  .check(z.refine((texts) => Object.values(texts).some((each) => each !== undefined), 'required'));
