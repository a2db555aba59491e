import * as z from 'zod/mini';
import { ownOnly, type SessionKind } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, instant, nothing, version } from '../contract/fields.ts';
import { htmlLimits } from '../html-import/rules.ts';
import { mailFailures } from '../mail/delivery.ts';
import { families } from '../notifications/families.ts';
import { richText } from '../rich-text/contract.ts';
import { languages } from '../session/languages.ts';
import { templateLimits } from './limits.ts';
import { templateKinds } from './variables.ts';

/** An agent in an administrator's session reads the templates; only the unit's own people change them. */
const read: readonly SessionKind[] = ['own', 'remote'];
const kind = z.enum(templateKinds);
const language = z.enum(languages);

/** One line of a mail: no character that could end a header. */
const line = (max: number) =>
  z.string().check(
    z.maxLength(max, 'too_long'),
    z.refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'line_break'),
    z.trim(),
  );
const draft = {
  kind,
  language,
  subject: line(templateLimits.subject),
  greeting: line(templateLimits.greeting),
  button: line(templateLimits.button),
  /** Rich text, or imported HTML: one of the two. */
  body: z.optional(richText),
  html: z.optional(z.string().check(z.maxLength(htmlLimits.length, 'too_long'))),
};
const maxBytes = 256 * 1024;
const words = { subject: z.string(), greeting: z.string(), button: z.string() };

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/auth/mail-templates',
  needs: 'mail.manage',
  kinds: read,
  screens: ['notifications'],
  summary: 'Lists the kinds of mail that the tenant can word itself, with the languages in which it has.',
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({ kind, family: z.enum(families), own: z.array(z.object({ language, imported: z.boolean(), changedAt: instant })) }),
    ),
  }),
});

export const readTemplate = endpoint({
  method: 'GET',
  path: '/api/auth/mail-templates/{kind}',
  needs: 'mail.manage',
  kinds: read,
  screens: ['notifications'],
  summary: 'Returns the built-in and the tenant’s own text of one kind of mail in every language, its variables and its latest changes.',
  input: z.strictObject({ kind }),
  output: z.object({
    variables: z.array(z.object({ name: z.string(), required: z.boolean() })),
    languages: z.array(
      z.object({
        language,
        builtIn: z.object({ ...words, text: z.string() }),
        own: z.nullable(
          z.object({ ...words, body: z.nullable(richText), html: z.nullable(z.string()), version: z.number(), changedAt: instant }),
        ),
      }),
    ),
    history: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.enum(['edit', 'reset']),
        language,
        subject: z.string(),
      }),
    ),
  }),
});

export const saveTemplate = endpoint({
  method: 'PUT',
  path: '/api/auth/mail-templates/{kind}',
  needs: 'mail.manage',
  kinds: ownOnly,
  screens: ['notifications'],
  summary: 'Saves the tenant’s text of one kind of mail in one language at the given version (0 for the built-in text).',
  input: z.strictObject({ ...draft, version }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile'],
  maxBytes,
});

export const resetTemplate = endpoint({
  method: 'DELETE',
  path: '/api/auth/mail-templates/{kind}',
  needs: 'mail.manage',
  kinds: ownOnly,
  screens: ['notifications'],
  summary: 'Returns one kind of mail to its built-in text, in one language or in all.',
  input: z.strictObject({ kind, language: z.optional(language) }),
  output: done,
});

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/auth/mail-templates/{kind}/preview',
  needs: 'mail.manage',
  kinds: ownOnly,
  screens: ['notifications'],
  reads: true,
  summary: 'Renders a draft as the mail that the caller would get, with example values.',
  input: z.strictObject(draft),
  output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  maxBytes,
});

export const testTemplate = endpoint({
  method: 'POST',
  path: '/api/auth/mail-templates/{kind}/test',
  needs: 'mail.manage',
  kinds: ownOnly,
  screens: ['notifications'],
  summary: 'Sends a draft with example values to the caller, and returns the server’s response.',
  input: z.strictObject(draft),
  output: z.object({ sent: z.boolean(), to: z.string(), failure: z.nullable(z.enum(mailFailures)), answer: z.string() }),
  errors: ['no_address', 'too_many_attempts'],
  maxBytes,
});
