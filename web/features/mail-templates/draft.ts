import type { TemplateText } from '../../../domain/mail-templates/template.ts';
import { formatMarkdown, parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import type { TemplateLanguage } from './loader.ts';

/** The fields of the editor: the text is Markdown, or imported HTML where there is any. */
export type Draft = { subject: string; greeting: string; body: string; html: string; button: string };

/** What the editor starts with: the unit's own text, or the built-in one to change. */
export function toDraft({ own, builtIn }: TemplateLanguage): Draft {
  if (!own) return { ...lines(builtIn), body: formatMarkdown(parseMarkdown(builtIn.text)), html: '' };
  return { ...lines(own), body: own.body ? formatMarkdown(own.body) : '', html: own.html ?? '' };
}

const lines = ({ subject, greeting, button }: { subject: string; greeting: string; button: string }) => ({ subject, greeting, button });

/** A draft as it is sent. */
export function getText(draft: Draft): TemplateText {
  const { subject, greeting, button } = draft;
  return draft.html ? { subject, greeting, button, html: draft.html } : { subject, greeting, button, body: parseMarkdown(draft.body) };
}
