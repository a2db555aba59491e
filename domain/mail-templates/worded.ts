import { toPlain } from '../html-import/plain.ts';
import { textOfHtml } from '../html-import/text-of-html.ts';
import type { NotificationKind } from '../notifications/kinds.ts';
import { type NewsVars, newsQuote, quotedVariable, type Reader, spokenValues } from '../notifications/words.ts';
import { plainText } from '../rich-text/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { fillRichText } from './fill-rich-text.ts';
import { fill, fillLine, placeholdersIn } from './placeholders.ts';
import { type TemplateText, templateProblems } from './template.ts';
import { isTemplateKind } from './variables.ts';

export type Worded = { title: string; greeting: string; text: string; action: string; quote: string; body?: RichText; html?: string };

const escaped = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
const lineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * A mail in the words of its unit; null sends the built-in text as a whole. That is so for account mail, where the kind's variables have
 * changed since the template was saved, and where its values leave no subject or button.
 */
export function worded(
  kind: NotificationKind,
  template: TemplateText,
  vars: NewsVars,
  reader: Reader & { name: string; portal: string },
): Worded | null {
  if (!isTemplateKind(kind) || templateProblems(kind, template).length > 0) return null;
  const values: Record<string, string> = { ...spokenValues(kind, vars, reader), recipient: reader.name, portal: reader.portal };
  const valueFor = (name: string) => lineBreaks(values[name] ?? '');
  const body = template.body ? fillRichText(template.body, valueFor) : undefined;
  // The text comes from the template, so that markup in a value stays text in both parts.
  const title = fillLine(template.subject, valueFor);
  const action = fillLine(template.button, valueFor);
  if (!title || !action) return null;
  const text = body ? plainText(body) : fill(textOfHtml(template.html ?? ''), valueFor);
  const name = quotedVariable(kind);
  const isQuoted = name !== undefined && !placeholdersIn(toPlain(template)).includes(name);
  return {
    title,
    greeting: fillLine(template.greeting, valueFor),
    text: text.replace(/\{(?=\{)/g, '{\u200b'),
    action,
    quote: isQuoted ? newsQuote(kind, vars, reader) : '',
    ...(body ? { body } : { html: fill(template.html ?? '', (each) => escaped(valueFor(each))) }),
  };
}
