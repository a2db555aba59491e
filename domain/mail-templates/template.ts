import { toPlain } from '../html-import/plain.ts';
import { getAttributes, textOfHtml } from '../html-import/text-of-html.ts';
import type { NotificationKind } from '../notifications/kinds.ts';
import { type Block, isParagraph, isRun, type RichText } from '../rich-text/tree.ts';
import { brokenPlaceholder, placeholdersIn } from './placeholders.ts';
import { getRequired, getVariables } from './variables.ts';

/** A unit's wording of a mail in one language; its text is rich text or imported HTML. */
export type TemplateText = { subject: string; greeting: string; button: string } & (
  | { body: RichText; html?: null | undefined }
  | { body?: null | undefined; html: string }
);
const textFields = ['subject', 'greeting', 'body', 'html', 'button'] as const;
export type TextField = (typeof textFields)[number];

const templateFaults = ['required', 'line_break', 'unknown_variable', 'broken_variable', 'variable_in_link', 'missing_variable'] as const;
export type TemplateFault = { field: TextField; reason: (typeof templateFaults)[number]; variable?: string };

/** The runs of a rich text, each with text of its own: a variable stands within one of them. */
const getRuns = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'code') return [block.text];
    if (!isParagraph(block)) return block.content.flatMap((part) => getRuns(part.type === 'li' ? part.content : [part]));
    return block.content.flatMap((part) => (isRun(part) ? [part.text] : part.type === 'a' ? part.content.map(({ text }) => text) : []));
  });
const getAddresses = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'code') return [];
    if (!isParagraph(block)) return block.content.flatMap((part) => getAddresses(part.type === 'li' ? part.content : [part]));
    return block.content.flatMap((part) => (!isRun(part) && part.type === 'a' ? [part.href] : []));
  });

const isHtml = (text: TemplateText): text is TemplateText & { html: string } => typeof text.html === 'string';

/** Everything that would send people a broken mail, by field. */
export function templateProblems(kind: NotificationKind, text: TemplateText): TemplateFault[] {
  const known = getVariables(kind);
  const body: TextField = isHtml(text) ? 'html' : 'body';
  const parts: readonly (readonly [TextField, readonly string[]])[] = [
    ['subject', [text.subject]],
    ['greeting', [text.greeting]],
    [body, isHtml(text) ? [textOfHtml(text.html)] : getRuns(text.body ?? [])],
    ['button', [text.button]],
  ];
  const problems = parts.flatMap(([field, texts]): TemplateFault[] => {
    const all = texts.join('\n');
    if (field !== 'greeting' && all.trim() === '') return [{ field, reason: 'required' }];
    if (field !== body && /[\p{Cc}\u2028\u2029]/u.test(all)) return [{ field, reason: 'line_break' }];
    const broken = texts.map(brokenPlaceholder).find((found) => found !== null);
    if (broken) return [{ field, reason: 'broken_variable', variable: broken }];
    const unknown = texts.flatMap(placeholdersIn).find((name) => !known.includes(name));
    return unknown ? [{ field, reason: 'unknown_variable', variable: unknown }] : [];
  });
  const addresses = isHtml(text) ? getAttributes(text.html) : getAddresses(text.body ?? []).join(' ');
  const [inLink] = /\{\{[^}]*|%7b%7b[^%]*/i.exec(addresses) ?? [];
  if (inLink) problems.push({ field: body, reason: 'variable_in_link', variable: inLink.replace(/^(?:\{\{|%7b%7b)\s*/i, '').slice(0, 30) });
  const named = [text.subject, toPlain(text)].flatMap(placeholdersIn);
  const missing = getRequired(kind).find((name) => !named.includes(name));
  if (missing && problems.length === 0) problems.push({ field: body, reason: 'missing_variable', variable: missing });
  return problems;
}
