import { plainText } from '../rich-text/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { cut } from '../text/cut.ts';

/** The facts of records of what people write for others, by family, with the fields under which the log shows them. */
export const writingFields = {
  message: {
    ...{ audience: 'recipients', subjects: 'subjects', mail: 'byMail', task: 'byTask' },
    ...{ unread: 'unread', read: 'alreadyRead', mails_left: 'mailsLeft' },
  },
  notice: {
    ...{ title: 'noticeTitle', body: 'noticeText', texts: 'noticeTexts', severity: 'severity', audience: 'recipients' },
    ...{ startsAt: 'shownFrom', endsAt: 'shownUntil', atLogin: 'atLogin', audienceBelow: 'audienceBelow' },
    ...{ dismissible: 'dismissible', mustAcknowledge: 'mustAcknowledge', task: 'byTask' },
  },
  mail_template: {
    ...{ language: 'language', subject: 'subjectLine', greeting: 'greeting', text: 'mailText', button: 'button' },
    ...{ imported: 'imported', sent: 'accepted' },
  },
  faq: { audience: 'audience', below: 'audienceBelow', questions: 'questions', answers: 'answers', order: 'questionOrder' },
} as const;
type WritingFamily = keyof typeof writingFields;

/** The family of an action on what people write for others. */
export function writingFamily(what: string): WritingFamily | null {
  const [family = ''] = what.split('.');
  return Object.hasOwn(writingFields, family) ? (family as WritingFamily) : null; // because hasOwn narrows no string
}

/** How many recipients a record names, and how much of a notice in another language. */
const [namedRecipients, shownText] = [20, 400];

/** Facts under the fields of the log, as readers can read them; a fact without a field isn't shown. */
export const asFields = (fields: Readonly<Record<string, string>>, facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const field = fields[name];
      return field ? [[field, readable(field, value)]] : [];
    }),
  );

/** The facts of a side of a record of such a family, as fields of the log. */
export const writingFacts = (family: WritingFamily, facts: Record<string, unknown>): Record<string, unknown> =>
  asFields(writingFields[family], facts);

function readable(field: string, value: unknown): unknown {
  if (field === 'noticeText') return Array.isArray(value) ? plainText(value as RichText) : value; // because notices are stored checked
  if (field === 'recipients') return fewer(value);
  if (field !== 'noticeTexts' || !value || typeof value !== 'object') return value;
  const texts = Object.entries(value as Record<string, { title: string; text: string }>); // because notices are stored checked
  return Object.fromEntries(texts.map(([language, { title, text }]) => [language, cut(`${title} – ${text}`, shownText)]));
}

function fewer(audience: unknown): unknown {
  const { ids, ...rest } = (audience ?? {}) as { ids?: unknown }; // because an audience is an object
  if (!Array.isArray(ids) || ids.length <= namedRecipients) return audience;
  return { ...rest, ids: [...ids.slice(0, namedRecipients), `+${ids.length - namedRecipients}`] };
}

export type Sides = Record<'before' | 'after', Record<string, unknown>>;

/** Whether a fact differs between the sides; a missing one is nothing. */
export const isChanged = ({ before, after }: Sides, name: string): boolean =>
  JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null);

/** Both sides of a change as fields of the log. Of texts by language only those that differ; the language of a template is a fact. */
export function writingSides(family: WritingFamily, sides: Sides): Sides {
  const [before, after] = [writingFacts(family, sides.before), writingFacts(family, sides.after)];
  for (const field of ['questions', 'answers', 'noticeTexts']) {
    const [one, other] = [getTexts(before[field]), getTexts(after[field])];
    if (!one || !other) continue;
    const differing = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((language) => one[language] !== other[language]);
    before[field] = only(one, differing);
    after[field] = only(other, differing);
  }
  const { language, ...rest } = before;
  return language === undefined ? { before, after } : { before: rest, after: { language, ...after } };
}

/** An unsubscribe link: its record has all choices of before, and after it the kind of mail that was turned off. */
const unsubscribedSides = ({ after }: Sides): Sides => ({ before: {}, after: { mailKind: Object.keys(after) } });

/** The facts of an automatic action, under the fields of the log. */
const taskFields: Readonly<Record<string, string>> = { name: 'name', startsAt: 'activeFrom', endsAt: 'activeUntil', reason: 'reason' };
/** Facts that only a task's own page can word, and what the log calls them. */
const taskParts: Readonly<Record<string, string>> = { targetKind: 'target', targetId: 'target', triggers: 'triggers', options: 'options' };

/** An automatic action: its name and times, and of an edit the other parts that it changed. */
function taskSides(what: string, sides: Sides): Sides {
  const { before, after } = sides;
  const parts = Object.keys(after).flatMap((name) => (taskParts[name] && isChanged(sides, name) ? [taskParts[name]] : []));
  const changed = what === 'task.edit' && parts.length > 0 ? { taskParts: [...new Set(parts)] } : {};
  return { before: asFields(taskFields, before), after: { ...asFields(taskFields, after), ...changed } };
}

/** Both sides of a record with fields of its own in the log; null where its facts are the fields. */
export function ownSides(what: string, sides: Sides): Sides | null {
  if (what === 'users.unsubscribe') return unsubscribedSides(sides);
  if (what.startsWith('task.')) return taskSides(what, sides);
  const family = writingFamily(what);
  return family && writingSides(family, sides);
}

const getTexts = (value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null; // because it is no list
const only = (texts: Record<string, unknown>, languages: readonly string[]) =>
  Object.fromEntries(languages.flatMap((language) => (language in texts ? [[language, texts[language]]] : [])));

/** The object of a record in words: a template is named by its kind of mail. */
export const thingWords = ({ what, thing }: { what: string; thing: string | null }, t: (key: string) => string): string | null =>
  thing !== null && writingFamily(what) === 'mail_template' ? t(`notifications.${thing}.name`) : thing;
