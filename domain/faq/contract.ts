import * as z from 'zod/mini';
import { ownAndPartner, ownOnly, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, id, instant, nameText, version } from '../contract/fields.ts';
import { type RichText, requiredRichText } from '../rich-text/contract.ts';
import { language } from '../session/contract.ts';
import { faqAudiences, faqLimits } from './limits.ts';

// Common questions (Spec 1 and 2, /faq): each tenant answers its own, and those of the layers above that apply below are shown with them.

const screens = ['faq'];
// Room for one entry in four languages, each as long as a rich text may be.
const maxBytes = 1024 * 1024;
const words = z.strictObject({ question: nameText(faqLimits.question), answer: requiredRichText });
const texts = z.partialRecord(language, words).check(z.refine((given) => Object.keys(given).length > 0, 'required'));
const shownText = z.custom<RichText>();

const shown = {
  id: z.string(),
  /** The language of the words below: the reader's where the entry has it. */
  language,
  question: z.string(),
  answer: shownText,
};

const entry = z.object({
  ...shown,
  /** The layer above that wrote it; null = this tenant. */
  from: z.nullable(z.enum(['partner', 'platform'])),
  audience: z.enum(faqAudiences),
  below: z.boolean(),
  /** Languages of the product that it isn't written in. */
  gaps: z.array(language),
  /** The caller's own answer to "Did this help?"; null = none yet. */
  vote: z.nullable(z.boolean()),
  /** How many said yes and no; null for readers. */
  votes: z.nullable(z.object({ helped: z.number(), notHelped: z.number() })),
});
export type FaqEntry = z.infer<typeof entry>;

const wanted = { language: z.optional(language) };

export const listFaq = endpoint({
  method: 'GET',
  path: '/api/auth/faq',
  needs: 'signedIn',
  kinds: visits,
  screens,
  summary:
    'Lists the questions of the tenant and those from above that apply here, in one language; not paginated (at most 200 per tenant).',
  input: z.strictObject(wanted),
  output: z.object({ items: z.array(entry), room: z.number(), editable: z.boolean(), voting: z.boolean(), own: language }),
});

export const publicFaq = endpoint({
  method: 'GET',
  path: '/api/faq',
  needs: 'public',
  summary: 'Lists the public questions of the host’s tenant and those from above that apply here; needs no session.',
  input: z.strictObject(wanted),
  output: z.object({ items: z.array(z.object(shown)) }),
});

export const readFaqEntry = endpoint({
  method: 'GET',
  path: '/api/auth/faq/{id}',
  needs: 'faq.manage',
  kinds: visits,
  screens,
  summary: 'Returns one question of the tenant in all its languages, for editing.',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    audience: z.enum(faqAudiences),
    below: z.boolean(),
    texts: z.partialRecord(language, z.object({ question: z.string(), answer: shownText })),
    version: z.number(),
  }),
  errors: ['not_found'],
});

export const faqHistory = endpoint({
  method: 'GET',
  path: '/api/auth/faq/{id}/history',
  needs: 'faq.manage',
  kinds: visits,
  screens,
  summary: 'Lists who changed a question, and what, latest first.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['not_found'],
});

const fields = {
  texts,
  audience: z._default(z.enum(faqAudiences), 'signed_in'),
  below: z._default(z.boolean(), false),
};

export const addFaqEntry = endpoint({
  method: 'POST',
  path: '/api/auth/faq',
  needs: 'faq.manage',
  kinds: ownAndPartner,
  screens,
  summary: 'Adds a question with its answer at the end of the list, for readers with a session or for everyone.',
  input: z.strictObject(fields),
  output: z.object({ id: z.string() }),
  errors: ['required'],
  maxBytes,
});

export const editFaqEntry = endpoint({
  method: 'PUT',
  path: '/api/auth/faq/{id}',
  needs: 'faq.manage',
  kinds: ownAndPartner,
  screens,
  summary: 'Updates the version of a question that the caller saw; a concurrent change answers 409.',
  input: z.strictObject({ id, version, ...changed(fields), texts: z.optional(texts) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'changed_meanwhile', 'required'],
  maxBytes,
});

export const removeFaqEntry = endpoint({
  method: 'DELETE',
  path: '/api/auth/faq/{id}',
  needs: 'faq.manage',
  kinds: ownAndPartner,
  screens,
  summary: 'Deletes a question of the tenant with its votes.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const orderFaq = endpoint({
  method: 'PUT',
  path: '/api/auth/faq/order',
  needs: 'faq.manage',
  kinds: ownAndPartner,
  screens,
  summary: 'Saves the order of all questions of the tenant; a list that has gained or lost one since answers 409.',
  input: z.strictObject({ ids: z.array(id).check(z.maxLength(faqLimits.perTenant, 'too_long')) }),
  output: done,
  errors: ['changed_meanwhile'],
});

export const voteFaq = endpoint({
  method: 'POST',
  path: '/api/auth/faq/{id}/vote',
  needs: 'signedIn',
  kinds: ownOnly,
  screens,
  summary: 'Answers "Did this help?" for a question that the caller sees; null takes the answer back. One answer per user.',
  input: z.strictObject({ id, helped: z.nullable(z.boolean()) }),
  output: done,
  errors: ['not_found'],
});
